package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import java.util.TreeMap;

/**
 * Uploads at depth 5, spread over 100 accounts of 20 sub-accounts, each under its own path: a grant
 * and the release of the oldest in turn.
 */
final class Uploads implements DecideLoad {
  private static final int ACCOUNTS = 100;
  private static final int SUB_ACCOUNTS = 20;

  @Override
  public Command command(long n, long held) {
    if (n < held) {
      return upload(n);
    }
    long later = n - held;
    return later % 2 == 0 ? upload(held + later / 2) : releaseOf(later / 2);
  }

  static Command upload(long n) {
    return upload(n, owner(n));
  }

  /** The same by somebody else. */
  static Command upload(long n, Owner owner) {
    LockPath path =
        LockPath.of("/team-%d/project-%d/docs/%d/file-%d.pdf".formatted(n % 7, n % 31, n % 101, n));
    return new Acquire(
        account(n),
        null,
        new LockFields(
            "id-" + n,
            owner,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            Settings.MAX_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  /** Releases the lock of request number {@code n}. */
  static Command releaseOf(long n) {
    return new Release("release-" + n, account(n), owner(n), null, "id-" + n, false);
  }

  private static String account(long n) {
    return "account-" + n % ACCOUNTS;
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n / ACCOUNTS % SUB_ACCOUNTS, null);
  }
}
