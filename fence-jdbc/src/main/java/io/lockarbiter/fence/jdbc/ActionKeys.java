package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.memory.TraceKey;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Turns the places of one action into keys of fixed length: the places of its traces, and those of
 * traces that conflict with it. Modes with the same conflicts at a place, such as READ and ADD,
 * share one key there. O(depth) for each target.
 *
 * <p>Two places of one key, which chance hardly makes, refuse or wait needlessly; they admit
 * nothing.
 */
final class ActionKeys {
  private static final Target WHOLE_ACCOUNT = new Target(LockPath.ROOT, Mode.EXCLUSIVE);

  /** For each mode at a place, the first mode with the same conflicts there. */
  private static final Map<TraceKey.Scope, Map<Mode, Mode>> ALIKE = alikes();

  private final String account;
  private final Map<LockPath, Key> nodes = new HashMap<>();
  private final Map<Key, Mode> traces = new LinkedHashMap<>();
  private final Map<Key, Conflicting> conflicting = new LinkedHashMap<>();

  /** A place: the key of its row and of its advisory lock. */
  record Key(UUID row, long lock) {
    private static Key of(byte[] digest) {
      ByteBuffer bytes = ByteBuffer.wrap(digest);
      return new Key(new UUID(bytes.getLong(), bytes.getLong()), bytes.getLong());
    }

    /** One of the sixteen keys with the same beginning. */
    private Key with(int nibble) {
      return new Key(
          new UUID(row.getMostSignificantBits(), row.getLeastSignificantBits() & ~15L | nibble),
          lock & ~15L | nibble);
    }
  }

  /** A target, and the position of a trace that conflicts with it. */
  record Conflicting(Target target, Relation relation) {}

  private ActionKeys(String account) {
    this.account = account;
  }

  static ActionKeys of(FencingAction action) {
    return of(action.account(), action.targets());
  }

  /** The keys of an action on the whole account, which excludes every other action in it. */
  static ActionKeys ofWholeAccount(String account) {
    return of(account, List.of(WHOLE_ACCOUNT));
  }

  private static ActionKeys of(String account, Collection<Target> targets) {
    ActionKeys keys = new ActionKeys(account);
    for (Target target : targets) {
      TraceKey.tracesOf(target).forEach(at -> keys.traces.put(keys.key(at), at.mode()));
      TraceKey.conflictingWith(target)
          .forEach(
              other ->
                  keys.conflicting.putIfAbsent(
                      keys.key(other.key()), new Conflicting(target, other.relation())));
    }
    return keys;
  }

  /** The places of the action's traces, with their modes. */
  Map<Key, Mode> traces() {
    return traces;
  }

  /** The places where a higher token refuses the action, from the first target's root on. */
  Map<Key, Conflicting> conflicting() {
    return conflicting;
  }

  /** The key of the lock on the runs of one token. */
  static long runs(String account, long token) {
    return digest(account + "\nrun " + token).lock();
  }

  /** The key of the lock on which the waiting transactions of an account queue. */
  static long gate(String account) {
    return digest(account + "\ngate").lock();
  }

  private Key key(TraceKey place) {
    Key node =
        nodes.computeIfAbsent(place.path(), path -> digest(account + '\n' + path.compared()));
    return node.with(
        place.scope().ordinal() * Mode.acting().size()
            + alike(place.scope(), place.mode()).ordinal());
  }

  private static Mode alike(TraceKey.Scope scope, Mode mode) {
    return Objects.requireNonNull(Objects.requireNonNull(ALIKE.get(scope)).get(mode.judgedAs()));
  }

  private static Map<TraceKey.Scope, Map<Mode, Mode>> alikes() {
    Map<TraceKey.Scope, Map<Mode, Mode>> alike = new EnumMap<>(TraceKey.Scope.class);
    for (TraceKey.Scope scope : TraceKey.Scope.values()) {
      Map<Mode, Mode> first = new EnumMap<>(Mode.class);
      for (Mode mode : Mode.acting()) {
        first.put(mode, firstAlike(scope, mode));
      }
      alike.put(scope, first);
    }
    return alike;
  }

  private static Mode firstAlike(TraceKey.Scope scope, Mode mode) {
    for (Mode other : Mode.acting()) {
      if (areSeenAlike(scope, mode, other)) {
        return other;
      }
    }
    throw new IllegalStateException(mode + " is not like itself");
  }

  private static boolean areSeenAlike(TraceKey.Scope scope, Mode one, Mode other) {
    for (Mode ours : Mode.acting()) {
      for (Relation relation : Relation.known()) {
        boolean isSeen = (relation == Relation.DESCENDANT) == (scope == TraceKey.Scope.BELOW);
        if (isSeen
            && Compatibility.conflictsWith(ours, relation, one)
                != Compatibility.conflictsWith(ours, relation, other)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A digest of texts; an account has no control characters, so they can separate texts. */
  private static Key digest(String text) {
    try {
      return Key.of(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The Java runtime has no SHA-256", e);
    }
  }
}
