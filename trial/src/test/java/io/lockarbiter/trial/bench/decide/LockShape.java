package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Requests for targets of one depth, below the folder of one of 100 accounts. Upper folders are
 * shared by many, as in {@link Uploads}; the last segment is a target's own.
 *
 * @param depth segments of each path
 * @param targets of each lock
 * @param attributeBytes that each request brings along
 */
record LockShape(int depth, int targets, int attributeBytes) {
  private static final int ACCOUNTS = 100;
  private static final int SUB_ACCOUNTS = 20;
  private static final int[] FOLDERS = {7, 31, 1, 101, 997};
  private static final String BLOCKER = "blocker";

  /** Request number {@code n}; 0 = does not wait. */
  Command acquire(long n, long waitMs) {
    List<Target> all =
        IntStream.range(0, targets).mapToObj(t -> target(n * targets + t, Mode.PUT)).toList();
    return request(account(n), "id-" + n, owner(n), all, waitMs, attributeBytes);
  }

  static Command release(long n) {
    return new Release("release-" + n, account(n), owner(n), null, "id-" + n, false);
  }

  /** A lock on all of each account: whoever asks then, waits. */
  static List<Command> blockers() {
    List<Target> root = List.of(new Target(LockPath.ROOT, Mode.EXCLUSIVE));
    Owner blocker = new Owner(BLOCKER, null);
    return IntStream.range(0, ACCOUNTS)
        .<Command>mapToObj(n -> request(account(n), BLOCKER + n, blocker, root, 0, 0))
        .toList();
  }

  private static Acquire request(
      String account, String id, Owner owner, List<Target> targets, long waitMs, int bytes) {
    TreeMap<String, String> attributes =
        bytes == 0 ? new TreeMap<>() : new TreeMap<>(Map.of("job", "x".repeat(bytes)));
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            targets,
            Settings.MAX_LEASE_MS,
            waitMs,
            List.of(),
            attributes));
  }

  private Target target(long n, Mode mode) {
    List<String> segments = new ArrayList<>();
    for (int level = 0; level < depth - 1; level++) {
      long folders = FOLDERS[Math.min(level, FOLDERS.length - 1)];
      segments.add("folder-" + level + "-" + n % folders);
    }
    segments.add("file-" + n + ".pdf");
    return new Target(LockPath.of("/" + String.join("/", segments)), mode);
  }

  private static String account(long n) {
    return "account-" + n % ACCOUNTS;
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n / ACCOUNTS % SUB_ACCOUNTS, null);
  }
}
