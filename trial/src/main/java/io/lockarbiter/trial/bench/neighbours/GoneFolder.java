package io.lockarbiter.trial.bench.neighbours;

import java.util.Map;

/** A folder that is gone, below which as many wait as may. */
final class GoneFolder {
  private static final int WAITING = 1_000;
  private static final int OWNERS = 10;
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"r\",\"account\":\"%s\",\"subAccount\":\"holder\",\"lockId\":\"h\",\"gone\":true}";

  private GoneFolder() {}

  static HostileInput input() {
    return new HostileInput(
        "gone",
        "1,000 requests of 10 sub-accounts wait below a folder that is then gone",
        Bars.PINGS,
        false,
        run -> {
          String account = run.accounts().get(0);
          run.await("h", account, "holder", "DELETE", "\"path\":\"/f\"");
          long count = run.of(WAITING);
          for (int n = 0; n < count; n++) {
            run.await(
                "w" + n, account, "u" + n % OWNERS, "UPLOAD", "\"path\":\"/f/a/b/c/" + n + "\"");
          }
          return new Expected(count + 1, Map.of("granted", 1L, "queued", count));
        },
        run -> {
          String account = run.accounts().get(0);
          run.sender().send(account, RELEASE.formatted(account));
          long count = run.of(WAITING);
          return new Expected(
              count + 1, Map.of("released RELEASED", 1L, "rejected PATH_GONE", count));
        });
  }
}
