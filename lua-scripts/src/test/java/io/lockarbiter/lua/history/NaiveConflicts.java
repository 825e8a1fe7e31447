package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds conflicts by looking at every pair of targets, without a table and without an index. */
final class NaiveConflicts {
  private static final Set<Mode> ADDING_OR_READING = Set.of(Mode.READ, Mode.ADD);
  private static final Set<Mode> UNCHANGING = Set.of(Mode.READ, Mode.GUARD, Mode.FREEZE);
  private static final List<Relation> LISTING_ORDER =
      List.of(Relation.ANCESTOR, Relation.SAME, Relation.DESCENDANT);

  private record Pair(int ours, Relation relation, HeldLock lock, Target theirs) {
    byte[] path() {
      return theirs.path().key().getBytes(StandardCharsets.UTF_8);
    }
  }

  private NaiveConflicts() {}

  /** The blockers of a request, in listing order. */
  static List<Blocker> blockers(Collection<HeldLock> held, LockFields request) {
    List<Pair> pairs = new ArrayList<>();
    for (HeldLock lock : held) {
      if (!admits(lock.fields(), request.owner())) {
        addPairs(lock, request, pairs);
      }
    }
    pairs.sort(
        Comparator.comparingInt(Pair::ours)
            .thenComparing(pair -> LISTING_ORDER.indexOf(pair.relation()))
            .thenComparing(Pair::path, Arrays::compareUnsigned)
            .thenComparing(pair -> pair.lock().token()));
    Set<Long> seen = new HashSet<>();
    return pairs.stream()
        .filter(pair -> seen.add(pair.lock().token()))
        .map(NaiveConflicts::blocker)
        .toList();
  }

  /** Those freezes of others that are in the way of a request and that an answer lists. */
  static BlockedBy freezes(Collection<HeldLock> held, LockFields request) {
    return ofMode(Mode.FREEZE, held, request);
  }

  /** Those locks of others that close the account to a request and that an answer lists. */
  static BlockedBy closes(Collection<HeldLock> held, LockFields request) {
    return ofMode(Mode.CLOSE, held, request);
  }

  private static BlockedBy ofMode(Mode mode, Collection<HeldLock> held, LockFields request) {
    List<HeldLock> locks =
        held.stream()
            .filter(l -> l.fields().targets().stream().allMatch(t -> t.mode() == mode))
            .toList();
    return AnswerBounds.listed(blockers(locks, request), AnswerBounds.BLOCKERS_BYTES);
  }

  /**
   * The earlier request as a blocker, with the first pair, our targets in turn, then theirs; null
   * if all are compatible.
   */
  static @Nullable Blocker blocker(WaitingRequest earlier, LockFields request) {
    for (Target ours : request.targets()) {
      for (Target theirs : earlier.fields().targets()) {
        Relation relation = relation(ours.path(), theirs.path());
        if (relation != null && conflict(ours, theirs)) {
          return blocker(earlier.fields(), theirs, null, relation);
        }
      }
    }
    return null;
  }

  /** Says whether a lock keeps a request waiting. */
  static boolean isInTheWay(LockFields lock, LockFields request) {
    for (Target target : request.targets()) {
      for (Target other : lock.targets()) {
        if (relation(target.path(), other.path()) != null && conflict(target, other)) {
          return !admits(lock, request.owner());
        }
      }
    }
    return false;
  }

  /** RULES.md, Own locks and Check-outs: whose requests a lock never keeps waiting. */
  static boolean admits(LockFields lock, Owner owner) {
    boolean isOfMember = lock.owner().subAccount().equals(owner.subAccount());
    boolean guardsForMember =
        lock.owner().session() == null
            && lock.targets().stream().anyMatch(target -> target.mode() == Mode.GUARD);
    return isOfMember
        && (guardsForMember || Objects.equals(lock.owner().session(), owner.session()));
  }

  private static void addPairs(HeldLock lock, LockFields request, List<Pair> pairs) {
    for (int i = 0; i < request.targets().size(); i++) {
      Target ours = request.targets().get(i);
      for (Target theirs : lock.fields().targets()) {
        Relation relation = relation(ours.path(), theirs.path());
        if (relation != null && conflict(ours, theirs)) {
          pairs.add(new Pair(i, relation, lock, theirs));
        }
      }
    }
  }

  private static @Nullable Relation relation(LockPath ours, LockPath theirs) {
    if (ours.equals(theirs)) {
      return Relation.SAME;
    }
    if (ours.key().startsWith(theirs.key() + "\u0001")) {
      return Relation.ANCESTOR;
    }
    return theirs.key().startsWith(ours.key() + "\u0001") ? Relation.DESCENDANT : null;
  }

  /** The table of RULES.md, Modes and their compatibility, in words, for targets that overlap. */
  private static boolean conflict(Target ours, Target theirs) {
    if (ours.mode() == Mode.CLOSE || theirs.mode() == Mode.CLOSE) {
      return true;
    }
    if (ours.mode() == Mode.FREEZE) {
      return !UNCHANGING.contains(theirs.mode());
    }
    if (theirs.mode() == Mode.FREEZE) {
      return !UNCHANGING.contains(ours.mode());
    }
    if (ADDING_OR_READING.contains(ours.mode()) && ADDING_OR_READING.contains(theirs.mode())) {
      return false;
    }
    if (ours.mode() == Mode.GUARD && theirs.mode() == Mode.READ
        || ours.mode() == Mode.READ && theirs.mode() == Mode.GUARD) {
      return false;
    }
    if (ours.mode() == Mode.ADD && theirs.mode() == Mode.GUARD) {
      return relation(ours.path(), theirs.path()) != Relation.DESCENDANT;
    }
    if (ours.mode() == Mode.GUARD && theirs.mode() == Mode.ADD) {
      return relation(ours.path(), theirs.path()) != Relation.ANCESTOR;
    }
    if (ours.mode() == Mode.DELETE && theirs.mode() == Mode.DELETE) {
      return false;
    }
    if (ADDING_OR_READING.contains(ours.mode()) && theirs.mode() == Mode.PUT) {
      return relation(ours.path(), theirs.path()) != Relation.DESCENDANT;
    }
    if (ours.mode() == Mode.PUT && ADDING_OR_READING.contains(theirs.mode())) {
      return relation(ours.path(), theirs.path()) != Relation.ANCESTOR;
    }
    return true;
  }

  private static Blocker blocker(Pair pair) {
    HeldLock lock = pair.lock();
    return blocker(lock.fields(), pair.theirs(), lock.expiresAt(), pair.relation());
  }

  private static Blocker blocker(
      LockFields fields, Target theirs, @Nullable Long expiresAt, Relation relation) {
    return new Blocker(
        fields.lockId(),
        fields.owner(),
        fields.operation(),
        theirs.path(),
        false,
        theirs.mode(),
        expiresAt,
        relation,
        expiresAt == null,
        fields.note());
  }
}
