package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.deepPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.release;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.renew;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.targets;

import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/** Batches of commands that are as dear as one of a kind can be. */
final class RecordInputs {
  private static final int BATCH = 512;
  private static final int SMALL = 16;

  private RecordInputs() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "batch-deep",
            "acquires, repeats, renewals and releases of 16 targets at depth 16",
            run -> {},
            run -> batches(run, false)),
        new HostileInput(
            "batch-long",
            "the same of 15 paths of 4,000 bytes",
            run -> {},
            run -> batches(run, true)),
        new HostileInput(
            "renew-mixed",
            "renewals of small locks, then of 60 KB locks",
            run -> {
              run.feed(
                  SMALL, n -> acquire("s-" + n, "u" + n, targets(Mode.PUT, List.of("/s/" + n))));
              run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, true)));
            },
            run ->
                run.feed(
                    BATCH,
                    n ->
                        renew(
                            "renew-" + n,
                            (n % 128 < SMALL ? "s-" : "l-") + n % 128,
                            "u" + n % 128))));
  }

  private static void batches(HostileRun run, boolean isLong) {
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
    run.feed(BATCH, n -> renew("renew-" + n, "l-" + n, "u" + n));
    run.feed(BATCH, n -> release("l-" + n, "u" + n));
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
  }

  private static List<Target> large(long n, boolean isLong) {
    String tag = "p" + n;
    return targets(Mode.PUT, isLong ? longPaths(tag, WIDE_AND_LONG) : deepPaths(tag, WIDE));
  }
}
