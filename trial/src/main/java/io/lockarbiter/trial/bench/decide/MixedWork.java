package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import java.util.TreeMap;

/**
 * All kinds of requests in 20 accounts. Of ten requests six are uploads, two downloads and one a
 * move; the last is a deletion of a file that somebody uploads, which waits for it. Each lock is
 * renewed once, then released.
 */
final class MixedWork implements DecideLoad {
  private static final int ACCOUNTS = 20;
  private static final int USERS = 1_000;
  private static final int WAIT_MS = 60_000;
  private static final List<Operation> TURN =
      List.of(
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.DOWNLOAD,
          Operation.UPLOAD,
          Operation.MOVE,
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.DOWNLOAD,
          Operation.UPLOAD,
          Operation.DELETE);

  @Override
  public Command command(long n, long held) {
    if (n < held) {
      return acquire(n);
    }
    long round = (n - held) / 3;
    return switch ((int) ((n - held) % 3)) {
      case 0 -> acquire(held + round);
      case 1 -> renew(held / 2 + round);
      default -> new Release("end-" + round, account(round), owner(round), null, id(round), false);
    };
  }

  private static Command acquire(long n) {
    Operation operation = TURN.get((int) (n / ACCOUNTS % TURN.size()));
    LockPath path = file(operation == Operation.DELETE ? n - ACCOUNTS : n);
    LockPath to =
        operation == Operation.MOVE
            ? LockPath.of("/archive/%d/file-%d.pdf".formatted(n % 12, n))
            : null;
    return new Acquire(
        account(n),
        "gateway-3",
        new LockFields(
            id(n),
            owner(n),
            operation,
            path,
            to,
            operation.targets(path, to),
            Settings.MAX_LEASE_MS,
            WAIT_MS,
            List.of(),
            new TreeMap<>()));
  }

  private static Command renew(long n) {
    return new Renew("renew-" + n, account(n), owner(n), null, id(n), null);
  }

  private static LockPath file(long n) {
    return LockPath.of(
        "/team-%d/project-%d/2026/%d/file-%d.pdf".formatted(n % 7, n % 31, n % 12, n));
  }

  private static String id(long n) {
    return "lock-" + n;
  }

  private static String account(long n) {
    return "account-" + n % ACCOUNTS;
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n / ACCOUNTS % USERS, "session-" + n % 7);
  }
}
