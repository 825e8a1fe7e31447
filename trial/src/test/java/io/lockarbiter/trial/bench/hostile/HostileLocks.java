package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Commands as large as they may be. */
final class HostileLocks {
  /** Most targets. */
  static final int WIDE = Acquire.MAX_TARGETS;

  /** So many paths of the greatest length still fit a record. */
  static final int WIDE_AND_LONG = 15;

  /** Most ids in {@code holding}. */
  static final int NAMED = Acquire.MAX_HOLDING;

  /** Most segments of as many targets. */
  static final int DEPTH = Acquire.MAX_TARGET_SEGMENTS / WIDE;

  private static final int LONG = 4_000;
  private static final String ACCOUNT = "acme";

  private HostileLocks() {}

  /** A path with a first segment as deep as all targets together may be, short otherwise. */
  static String deep(String first) {
    return "/" + first + "/s".repeat(DEPTH - 1);
  }

  /** The same, of the greatest length. */
  static String deepAndLong(String first) {
    int each = (LONG - first.length() - 1) / (DEPTH - 1);
    return "/" + first + ("/" + "s".repeat(each - 1)).repeat(DEPTH - 1);
  }

  /** Targets of one mode. */
  static List<Target> targets(Mode mode, List<String> paths) {
    return paths.stream().map(path -> new Target(LockPath.of(path), mode)).toList();
  }

  /** So many of the deepest paths, which have no level in common with others. */
  static List<String> deepPaths(String tag, int count) {
    return IntStream.range(0, count).mapToObj(n -> deep(tag + "-" + n)).toList();
  }

  /** The same of the greatest length. */
  static List<String> longPaths(String tag, int count) {
    return IntStream.range(0, count).mapToObj(n -> deepAndLong(tag + "-" + n)).toList();
  }

  /** All of both. */
  static <T> List<T> both(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  /** Takes a lock at once, or is refused. */
  static Command acquire(String id, String owner, List<Target> targets) {
    return acquire(ACCOUNT, id, owner, targets, 0, List.of(), new TreeMap<>());
  }

  /** Takes a lock, or waits for it as long as it may. */
  static Command await(String id, String owner, List<Target> targets, List<String> holding) {
    return acquire(ACCOUNT, id, owner, targets, Settings.MAX_WAIT_MS, holding, new TreeMap<>());
  }

  static Command acquire(
      String account,
      String id,
      String owner,
      List<Target> targets,
      long waitMs,
      List<String> holding,
      SortedMap<String, String> attributes) {
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            new Owner(owner, null),
            Operation.CUSTOM,
            null,
            null,
            targets,
            Settings.MAX_LEASE_MS,
            waitMs,
            holding,
            attributes));
  }

  /** Moves a folder. */
  static Command move(String id, String owner, LockPath from, LockPath to) {
    return new Acquire(
        ACCOUNT,
        null,
        new LockFields(
            id,
            new Owner(owner, null),
            Operation.MOVE,
            from,
            to,
            Operation.MOVE.targets(from, to),
            Settings.MAX_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  static Command release(String id, String owner) {
    return new Release("release-" + id, ACCOUNT, new Owner(owner, null), null, id, false);
  }

  /** Says that its paths are gone. */
  static Command gone(String id, String owner) {
    return new Release("release-" + id, ACCOUNT, new Owner(owner, null), null, id, true);
  }

  static Command renew(String command, String id, String owner) {
    return new Renew(command, ACCOUNT, new Owner(owner, null), null, id, null);
  }

  /** As many bytes of attributes as there may be. */
  static SortedMap<String, String> attributes() {
    SortedMap<String, String> attributes = new TreeMap<>();
    attributes.put("note", "x".repeat(Acquire.MAX_ATTRIBUTE_BYTES - "note".length()));
    return attributes;
  }
}
