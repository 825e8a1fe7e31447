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
 * The places of one action as keys of fixed length: where it leaves its trace, and where what
 * conflicts with it leaves one. Modes that conflict with the same modes at a place, such as READ
 * and ADD, have one key there. O(depth) for each target.
 *
 * <p>Two places of one key, which chance hardly makes, refuse or wait needlessly; they admit
 * nothing.
 */
final class ActionKeys {
  private static final Target WHOLE_ACCOUNT = new Target(LockPath.ROOT, Mode.EXCLUSIVE);

  /** For each mode at a place the first one that conflicts with the same modes there. */
  private static final Map<TraceKey.Scope, Map<Mode, Mode>> ALIKE = alikes();

  private final String account;
  private final Map<LockPath, Key> nodes = new HashMap<>();
  private final Map<Key, Mode> traces = new LinkedHashMap<>();
  private final Map<Key, Conflicting> conflicting = new LinkedHashMap<>();

  /** A place: its row's key, and its lock's. */
  record Key(UUID row, long lock) {
    private static Key of(byte[] digest) {
      ByteBuffer bytes = ByteBuffer.wrap(digest);
      return new Key(new UUID(bytes.getLong(), bytes.getLong()), bytes.getLong());
    }

    /** One of the sixteen that begin alike. */
    private Key with(int nibble) {
      return new Key(
          new UUID(row.getMostSignificantBits(), row.getLeastSignificantBits() & ~15L | nibble),
          lock & ~15L | nibble);
    }
  }

  /** A target, and where something lies that conflicts with it. */
  record Conflicting(Target target, Relation relation) {}

  private ActionKeys(String account) {
    this.account = account;
  }

  static ActionKeys of(FencingAction action) {
    return of(action.account(), action.targets());
  }

  /** As if the whole account were touched: excludes every other action in it. */
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

  /** Where the action leaves its trace, and in which mode. */
  Map<Key, Mode> traces() {
    return traces;
  }

  /** Where a higher token refuses the action; from the first target's root on. */
  Map<Key, Conflicting> conflicting() {
    return conflicting;
  }

  /** The lock of the runs of one token. */
  static long runs(String account, long token) {
    return digest(account + "\nrun " + token).lock();
  }

  /** The lock of those that wait in an account. */
  static long gate(String account) {
    return digest(account + "\ngate").lock();
  }

  private Key key(TraceKey place) {
    Key node = nodes.computeIfAbsent(place.path(), path -> digest(account + '\n' + path));
    return node.with(
        place.scope().ordinal() * Mode.known().size()
            + alike(place.scope(), place.mode()).ordinal());
  }

  private static Mode alike(TraceKey.Scope scope, Mode mode) {
    return Objects.requireNonNull(Objects.requireNonNull(ALIKE.get(scope)).get(mode.judgedAs()));
  }

  private static Map<TraceKey.Scope, Map<Mode, Mode>> alikes() {
    Map<TraceKey.Scope, Map<Mode, Mode>> alike = new EnumMap<>(TraceKey.Scope.class);
    for (TraceKey.Scope scope : TraceKey.Scope.values()) {
      Map<Mode, Mode> first = new EnumMap<>(Mode.class);
      for (Mode mode : Mode.known()) {
        first.put(mode, firstAlike(scope, mode));
      }
      alike.put(scope, first);
    }
    return alike;
  }

  private static Mode firstAlike(TraceKey.Scope scope, Mode mode) {
    for (Mode other : Mode.known()) {
      if (areSeenAlike(scope, mode, other)) {
        return other;
      }
    }
    throw new IllegalStateException(mode + " is not like itself");
  }

  private static boolean areSeenAlike(TraceKey.Scope scope, Mode one, Mode other) {
    for (Mode ours : Mode.known()) {
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

  /** An account has no control characters. */
  private static Key digest(String text) {
    try {
      return Key.of(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The Java runtime has no SHA-256", e);
    }
  }
}
