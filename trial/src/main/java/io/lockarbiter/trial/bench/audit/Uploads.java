package io.lockarbiter.trial.bench.audit;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.TreeMap;

/**
 * Commands of one partition: uploads at path depth 5 in 20 accounts, and their releases in turn.
 * One request in ten is for a file that somebody else has, and waits for it.
 *
 * @param accounts of the partition
 * @param held locks held at once
 */
record Uploads(List<String> accounts, int held) {
  private static final int USERS = 1_000;

  /** Command number {@code n}. */
  AccountCommand command(long n) {
    return n % 2 == 0 ? acquire(n / 2) : release(n / 2 - held);
  }

  private Acquire acquire(long n) {
    boolean waits = n / accounts.size() % 10 == 9;
    long file = waits ? n - accounts.size() : n;
    LockPath path =
        LockPath.of(
            "/team-%d/project-%d/2026/month-%d/file-%d"
                .formatted(file % 7, file % 11, file % 12, file));
    return new Acquire(
        account(n),
        "gateway-3",
        new LockFields(
            "lock-" + n,
            owner(n),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            /* leaseMs= */ 30_000,
            /* waitMs= */ waits ? 10_000 : 0,
            List.of(),
            new TreeMap<>()));
  }

  private Release release(long n) {
    return new Release("release-" + n, account(n), owner(n), null, "lock-" + n, false);
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n % USERS, null);
  }

  private String account(long n) {
    return accounts.get(Math.floorMod(n, accounts.size()));
  }
}
