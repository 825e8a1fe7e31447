package io.lockarbiter.trial.bench.neighbours;

import java.util.List;

/** Redis loses a partition with many locks: the harm is how long a command waits for its return. */
final class Losses {
  private static final int LOCKS = 100_000;
  private static final int OWNERS = 20;

  private Losses() {}

  static List<HostileInput> all() {
    return List.of(
        input(
            "lost",
            "the state of 100,000 locks is lost; the log is whole",
            run -> run.loss().loseState()),
        input(
            "lost-cut",
            "the state of 100,000 locks is lost; the commands are not retained",
            run -> {
              run.loss().cutCommands();
              run.loss().loseState();
            }));
  }

  /** What happens to the locks. */
  private interface Accident {
    void on(HostileRun run) throws InterruptedException;
  }

  private static HostileInput input(String name, String about, Accident accident) {
    return new HostileInput(
        name,
        about,
        Bars.HARM_TOO,
        false,
        run -> {
          int count = run.of(LOCKS);
          for (int n = 0; n < count; n++) {
            run.acquire("l" + n, account(run, n), "u" + n / HostileRun.ACCOUNTS % OWNERS, path(n));
          }
          return Expected.all("granted", count);
        },
        run -> {
          accident.on(run);
          run.acquire("after", account(run, 0), "after", path(LOCKS));
          return Expected.all("granted", 1);
        });
  }

  private static String account(HostileRun run, int n) {
    return run.accounts().get(n % HostileRun.ACCOUNTS);
  }

  private static String path(int n) {
    return "\"path\":\"/a/b/c/%d/%d\"".formatted(n / 100, n);
  }
}
