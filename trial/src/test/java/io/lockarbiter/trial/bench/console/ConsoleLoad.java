package io.lockarbiter.trial.bench.console;

import io.lockarbiter.trial.bench.stage.PacedSender;
import java.util.List;

/**
 * The commands of one account: locks that are held all the time and renewed in turn, deletions that
 * wait for them and are asked for anew in turn, and uploads that come and go.
 */
final class ConsoleLoad {
  static final String ACCOUNT = "acme";

  private static final int SUB_ACCOUNTS = 100;
  private static final int PER_FOLDER = 100;
  private static final int CYCLE = 20;
  private static final int REPLACED_WAITERS = 2;
  private static final int RENEWALS = 10;
  private static final long LONGEST_MS = 600_000;

  private final ConsoleSettings settings;
  private long renewed;
  private long replaced;
  private long passing;

  ConsoleLoad(ConsoleSettings settings) {
    this.settings = settings;
  }

  /** Commands until all is held and waits. */
  int toBegin() {
    return settings.locks() + settings.waiting();
  }

  /** The one of a number below {@link #toBegin}: first the held ones. */
  List<PacedSender.Command> begin(long number) {
    return number < settings.locks()
        ? one(
            acquire(
                "h" + number,
                "u" + number % SUB_ACCOUNTS,
                "UPLOAD",
                folder(number / PER_FOLDER) + "/file-" + number % PER_FOLDER,
                0))
        : one(waiter(number - settings.locks(), 0));
  }

  /**
   * The commands after those at the start. Of twenty events ten are renewals, four ends and
   * beginnings of waiting, six grants and releases of uploads that pass.
   */
  List<PacedSender.Command> next(long number) {
    int place = (int) (number % CYCLE);
    if (place < RENEWALS) {
      long lock = renewed++ % settings.locks();
      return one(about("renew", "r" + number, "h" + lock, "u" + lock % SUB_ACCOUNTS));
    }
    if (settings.waiting() > 0 && place < RENEWALS + 2 * REPLACED_WAITERS) {
      long turn = replaced / 2;
      long waiter = turn % settings.waiting();
      long round = turn / settings.waiting();
      return replaced++ % 2 == 0
          ? one(about("release", "x" + number, waiterId(waiter, round), waiterOwner(waiter)))
          : one(waiter(waiter, round + 1));
    }
    long turn = passing / 2;
    String owner = "p" + turn % SUB_ACCOUNTS;
    return passing++ % 2 == 0
        ? one(acquire("p" + turn, owner, "UPLOAD", "/inbox/passing-" + turn, 0))
        : one(about("release", "x" + number, "p" + turn, owner));
  }

  private static String folder(long number) {
    return "/team-" + number / 10 % 100 + "/project-" + number;
  }

  private static String waiterId(long waiter, long round) {
    return "w" + waiter + "-" + round;
  }

  private static String waiterOwner(long waiter) {
    return "d" + waiter % SUB_ACCOUNTS;
  }

  private String waiter(long waiter, long round) {
    long folders = Math.max(1, settings.locks() / PER_FOLDER);
    return acquire(
        waiterId(waiter, round),
        waiterOwner(waiter),
        "DELETE",
        folder(waiter % folders),
        LONGEST_MS);
  }

  private static String acquire(
      String id, String owner, String operation, String path, long waitMs) {
    return """
    {"type":"acquire","commandId":"%s","account":"%s","subAccount":"%s","operation":"%s","path":"%s","leaseMs":%d%s}\
    """
        .formatted(
            id,
            ACCOUNT,
            owner,
            operation,
            path,
            LONGEST_MS,
            waitMs == 0 ? "" : ",\"waitMs\":" + waitMs);
  }

  private static String about(String type, String commandId, String lockId, String owner) {
    return """
    {"type":"%s","commandId":"%s","account":"%s","subAccount":"%s","lockId":"%s"}\
    """
        .formatted(type, commandId, ACCOUNT, owner, lockId);
  }

  private static List<PacedSender.Command> one(String json) {
    return List.of(new PacedSender.Command(ACCOUNT, json));
  }
}
