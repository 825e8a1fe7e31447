package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** More acquires than anybody may send. */
final class Floods {
  private static final int MANY = 100_000;
  private static final int OWNERS = 1_000;
  private static final int DEPTH = 16;

  private Floods() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "flood",
            "100,000 acquires of one sub-account, as fast as they can be sent",
            Bars.PINGS,
            false,
            run -> Expected.NOTHING,
            run -> send(run, n -> "u1", n -> "/f/" + n, Setting.ACQUIRES_PER_WINDOW)),
        new HostileInput(
            "flood-wide",
            "as many of 1,000 sub-accounts with paths at depth 16",
            Bars.PINGS,
            false,
            run -> Expected.NOTHING,
            run ->
                send(
                    run,
                    n -> "u" + n % OWNERS,
                    n -> "/f".repeat(DEPTH - 1) + "/" + n,
                    Setting.ACCOUNT_ACQUIRES_PER_WINDOW)));
  }

  private static Expected send(
      HostileRun run, IntFunction<String> owner, IntFunction<String> path, Setting limit) {
    int count = run.of(MANY);
    String account = run.accounts().get(0);
    for (int n = 0; n < count; n++) {
      run.acquire("l" + n, account, owner.apply(n), "\"path\":\"" + path.apply(n) + "\"");
    }
    return new Expected(
        count,
        Map.of(
            "granted",
            (long) Math.min(count, Settings.DEFAULT.get(limit)),
            "rejected RATE_LIMITED",
            0L));
  }
}
