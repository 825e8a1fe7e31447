package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.MovedMemory;
import io.lockarbiter.lua.store.MovedMemory.Forgotten;
import io.lockarbiter.lua.store.MovedPath;
import io.lockarbiter.lua.store.Names;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is remembered of moved paths, and whether a path that a request says to exist is
 * gone: RULES.md, Remembered moves.
 */
final class MovedRules {
  private static final HexFormat HEX = HexFormat.of();
  private static final Set<Operation> MOVES = EnumSet.of(Operation.RENAME, Operation.MOVE);

  /** Operations that make one entry and nothing below it. */
  private static final Set<Operation> SINGLE =
      EnumSet.of(Operation.UPLOAD, Operation.CREATE_FOLDER);

  private static final Set<Mode> REMOVING = EnumSet.of(Mode.DELETE, Mode.EXCLUSIVE);

  private final Partition partition;
  private final MovedPaths moved;
  private final Names names = new Names();

  MovedRules(Partition partition, MovedPaths moved) {
    this.partition = partition;
    this.moved = moved;
  }

  /**
   * The refusal of a request whose paths are not what it knows.
   *
   * @param movedTo their place; null where that is not certain
   * @param seq the number of the event that moved them there
   */
  private record Gone(@Nullable LockPath movedTo, @Nullable Long seq) {
    private static final Gone SOMEWHERE = new Gone(null, null);
  }

  private long since() {
    return partition.floors().acquiresSince();
  }

  /** Remembers what an event says of paths. */
  void follow(Event event) {
    if (partition.settings().get(Setting.REMEMBERS_MOVES) == 0
        || event.repeated()
        || event.head().seq() <= since()) {
      return;
    }
    if (event instanceof Granted granted) {
      if (!moved.isEmpty()) {
        followGrant(granted.head().account(), granted.subject());
      }
    } else if (event instanceof Released released
        && released.token() != null
        && released.subject() instanceof LockFields lock) {
      followEnd(released, lock);
    }
  }

  /** A request that says that its paths exist makes none above them. */
  private void followGrant(String account, LockFields lock) {
    boolean says = lock.existing() != null;
    for (Target target : lock.targets()) {
      if (makes(target.mode(), lock.operation())) {
        List<@Nullable MovedPath> found = lost(account, target.path());
        if (!says) {
          found.forEach(this::unsay);
        } else if (target.mode() == Mode.PUT) {
          unsay(found.get(found.size() - 1));
        }
        if (!SINGLE.contains(lock.operation())) {
          String ofAccount = HEX.formatHex(names.account(account));
          moved.goneBelow(ofAccount, target.path().key()).forEach(this::unsay);
        }
      }
    }
  }

  /** The path that a rename or a move takes away is made by neither. */
  private static boolean makes(Mode mode, Operation operation) {
    return mode == Mode.PUT
        || mode == Mode.ADD
        || mode == Mode.EXCLUSIVE && operation == Operation.CUSTOM;
  }

  private void unsay(@Nullable MovedPath path) {
    if (path != null && path.isGone()) {
      moved.replace(path, path.unsaid());
    }
  }

  private void followEnd(Released released, LockFields lock) {
    boolean isGone = released.outcome().gone();
    boolean isSure = released.reason() == ReleaseReason.RELEASED && !released.outcome().failed();
    if (lock.targets().stream().noneMatch(target -> REMOVING.contains(target.mode()))
        || isSure && !isGone) {
      return;
    }
    LockPath place =
        isGone && isSure && MOVES.contains(lock.operation()) ? lock.destination() : null;
    for (Target target : lock.targets()) {
      if (REMOVING.contains(target.mode()) && !(isGone && stays(target, lock))) {
        write(released.head(), target.path(), isGone, place);
      } else if (target.mode() == Mode.PUT && !isSure) {
        write(released.head(), target.path(), /* isGone= */ false, null);
      }
    }
  }

  private static boolean stays(Target target, LockFields lock) {
    return target.mode() == Mode.EXCLUSIVE
        && lock.targets().contains(new Target(target.path(), Mode.PUT));
  }

  private void write(EventHead head, LockPath path, boolean isGone, @Nullable LockPath movedTo) {
    List<byte[]> levels = names.levels(head.account(), path);
    String account = HEX.formatHex(names.account(head.account()));
    String sureName = HEX.formatHex(levels.get(levels.size() - 1));
    String name = isGone ? sureName : MovedPath.doubtName(sureName);
    MovedPath old = moved.find(account, name);
    if (old != null && old.seq() == head.seq()) {
      return;
    }
    MovedPath before = counted(account, MovedPath.doubtName(sureName));
    MovedPath sure = counted(account, sureName);
    if (isGone && sure != null && (before == null || before.seq() <= sure.seq())) {
      before = sure;
    }
    moved.write(
        new MovedPath(
            account,
            name,
            path.key(),
            isGone,
            head.seq(),
            head.at(),
            before == null ? 0 : before.seq(),
            before == null ? 0 : before.at(),
            MovedPath.charge(path, movedTo),
            movedTo),
        since());
  }

  private @Nullable MovedPath counted(String account, String name) {
    MovedPath known = moved.find(account, name);
    return known == null ? null : known.asOf(partition.at(), since());
  }

  /** The losses that still count, of a path and of all above it, from the root down; null: none. */
  private List<@Nullable MovedPath> lost(String account, LockPath path) {
    String ofAccount = HEX.formatHex(names.account(account));
    List<@Nullable MovedPath> lost = new ArrayList<>();
    for (byte[] level : names.levels(account, path)) {
      lost.add(counted(ofAccount, HEX.formatHex(level)));
    }
    return lost;
  }

  /**
   * The doubts about the same paths. One that came after the path, or one above it, was gone is
   * left out: that work found nothing. But it may hide an earlier one.
   */
  private List<MovedPath> doubts(String account, LockPath path, List<@Nullable MovedPath> lost) {
    String ofAccount = HEX.formatHex(names.account(account));
    List<byte[]> levels = names.levels(account, path);
    List<MovedPath> doubts = new ArrayList<>();
    long goneSince = Long.MAX_VALUE;
    for (int level = 0; level < lost.size(); level++) {
      MovedPath gone = lost.get(level);
      if (gone != null && gone.isGone()) {
        goneSince = Math.min(goneSince, gone.seq());
      }
      String name = MovedPath.doubtName(HEX.formatHex(levels.get(level)));
      MovedPath doubt = counted(ofAccount, name);
      if (doubt != null && !(doubt.seq() > goneSince && doubt.seqBefore() == 0)) {
        doubts.add(doubt);
      }
    }
    return doubts;
  }

  /** The refusal of a request that says that its paths exist; null if nothing speaks against it. */
  @Nullable Rejected refusal(EventHead head, LockFields request) {
    Gone gone = look(head.account(), request);
    return gone == null
        ? null
        : Rejections.pathGone(head, request, gone.movedTo()).asOf(gone.seq());
  }

  private @Nullable Gone look(String account, LockFields request) {
    Long existing = request.existing();
    if (existing == null || partition.settings().get(Setting.REMEMBERS_MOVES) == 0) {
      return null;
    }
    long known = existing;
    long early = forgottenEarly(account);
    boolean isUnknown =
        known > 0 && (known < Math.max(since(), early) || known > partition.outbox().seq());
    boolean isGone = false;
    Gone place = null;
    for (Target target : request.targets()) {
      List<@Nullable MovedPath> found = onTheWayUp(account, target);
      List<MovedPath> doubts = doubts(account, target.path(), found);
      boolean isDoubtful = doubts.stream().anyMatch(each -> each.seq() > known);
      isUnknown |=
          known > 0 && (isDoubtful || found.stream().anyMatch(each -> isLater(each, known)));
      int nearest = nearestGone(found);
      isGone |= nearest >= 0;
      if (nearest >= 0 && early <= known && !isDoubtful && request.targets().size() == 1) {
        place = place(target.path(), found, nearest, known, partition.at());
      }
    }
    if (place != null && !isUnknown) {
      return place;
    }
    return isGone || isUnknown ? Gone.SOMEWHERE : null;
  }

  private long forgottenEarly(String account) {
    Forgotten forgotten = moved.forgotten(HEX.formatHex(names.account(account)));
    return forgotten != null
            && MovedMemory.counts(forgotten.seq(), forgotten.at(), partition.at(), since())
        ? forgotten.seq()
        : 0;
  }

  /** A path that is put may be new, so only those above it must exist. */
  private List<@Nullable MovedPath> onTheWayUp(String account, Target target) {
    List<@Nullable MovedPath> lost = lost(account, target.path());
    return target.mode() == Mode.PUT ? lost.subList(0, lost.size() - 1) : lost;
  }

  private static boolean isLater(@Nullable MovedPath path, long known) {
    return path != null && !path.isGone() && path.seq() > known;
  }

  private static int nearestGone(List<@Nullable MovedPath> found) {
    int level = found.size() - 1;
    while (level >= 0 && !isGone(found.get(level))) {
      level--;
    }
    return level;
  }

  private static boolean isGone(@Nullable MovedPath path) {
    return path != null && path.isGone();
  }

  /**
   * The place of a path, for whoever knows it as of an event; null where that is not certain.
   * Nothing else may have happened to it since, but for later moves of what is above.
   */
  private static @Nullable Gone place(
      LockPath path, List<@Nullable MovedPath> found, int nearest, long known, long now) {
    MovedPath gone = Objects.requireNonNull(found.get(nearest));
    if (gone.movedTo() == null || gone.seq() <= known || gone.at() + MovedMemory.TOLD_MS <= now) {
      return null;
    }
    for (int level = 0; level < found.size(); level++) {
      MovedPath other = found.get(level);
      if (other != null && other.seqBefore() > known
          || level != nearest && other != null && !isHarmless(other, gone, known)) {
        return null;
      }
    }
    LockPath from = nearest < path.depth() ? path.ancestors().get(nearest) : path;
    LockPath place = AnswerBounds.movedTo(path, from, gone.movedTo());
    return place == null ? null : new Gone(place, gone.seq());
  }

  /** One that is gone as well is above, because this one is the nearest. */
  private static boolean isHarmless(MovedPath other, MovedPath gone, long known) {
    return other.isGone() ? other.seq() >= gone.seq() : other.seq() <= known;
  }
}
