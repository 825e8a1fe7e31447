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
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Commands of the demo's members, in the proportions and on the paths of {@code
 * embedded.demo.MemberActivity}, without its pauses. An account has eight members, in three
 * projects of three folders of five files, so most of them wait for each other. Half of the
 * requests are uploads, which are renewed; the others are downloads, deletions and moves. A member
 * ends one lock before it asks for the next.
 */
final class DemoWork implements DecideLoad {
  private static final int MEMBERS_OF_ACCOUNT = 8;
  private static final int PROJECTS = 3;
  private static final int FOLDERS = 3;
  private static final int FILES = 5;
  private static final int ONE_IN_PROJECTS = 6;
  private static final int WAIT_MS = 4_000;

  /** Acts of a hundred, as they follow each other in the demo; the rest looks and deletes. */
  private static final int UPLOADS = 50;

  private static final int DOWNLOADS = 75;
  private static final int DELETIONS = 83;
  private static final int MOVES = 92;

  /** Commands for two acts: each is asked for and ended, one is renewed. */
  private static final int ROUND = 5;

  @Override
  public Command command(long n, long held) {
    if (n < held) {
      return acquire(n, held);
    }
    long ended = (n - held) / ROUND * 2;
    return switch ((int) ((n - held) % ROUND)) {
      case 0 -> release(ended, held);
      case 1 -> acquire(ended + held, held);
      case 2 -> release(ended + 1, held);
      case 3 -> acquire(ended + 1 + held, held);
      default -> renew(lastUpload(ended + 1 + held), held);
    };
  }

  private static long lastUpload(long n) {
    long upload = n;
    while (operation(upload) != Operation.UPLOAD) {
      upload--;
    }
    return upload;
  }

  private static Acquire acquire(long n, long held) {
    Operation operation = operation(n);
    SplittableRandom dice = new SplittableRandom(~n);
    String folder = "/p" + dice.nextInt(PROJECTS) + "/d" + dice.nextInt(FOLDERS);
    LockPath path = LockPath.of(folder + "/f" + dice.nextInt(FILES));
    LockPath to = null;
    if (operation != Operation.UPLOAD && operation != Operation.DOWNLOAD) {
      path = path.ancestors().get(dice.nextInt(ONE_IN_PROJECTS) == 0 ? 1 : 2);
      to = operation == Operation.DELETE ? null : LockPath.of("/p0/m" + n);
    }
    return new Acquire(
        account(n, held),
        "demo",
        new LockFields(
            "lock-" + n,
            owner(n, held),
            operation,
            path,
            to,
            operation.targets(path, to),
            Settings.DEFAULT_LEASE_MS,
            WAIT_MS,
            List.of(),
            new TreeMap<>(Map.of("upload", "" + n))));
  }

  private static Operation operation(long n) {
    int dice = new SplittableRandom(n).nextInt(MOVES);
    if (dice < UPLOADS) {
      return Operation.UPLOAD;
    }
    if (dice < DOWNLOADS) {
      return Operation.DOWNLOAD;
    }
    return dice < DELETIONS ? Operation.DELETE : Operation.MOVE;
  }

  private static Command release(long n, long held) {
    boolean isGone = operation(n) == Operation.DELETE || operation(n) == Operation.MOVE;
    return new Release("end-" + n, account(n, held), owner(n, held), null, "lock-" + n, isGone);
  }

  private static Command renew(long n, long held) {
    return new Renew("renew-" + n, account(n, held), owner(n, held), null, "lock-" + n, null);
  }

  private static String account(long n, long held) {
    return "account-" + n % held / MEMBERS_OF_ACCOUNT;
  }

  private static Owner owner(long n, long held) {
    return new Owner("u" + n % held % MEMBERS_OF_ACCOUNT, null);
  }
}
