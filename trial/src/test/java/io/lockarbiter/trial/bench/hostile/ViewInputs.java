package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.await;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.deepPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.targets;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.ViewTooLargeException;
import java.util.List;

/** Questions over HTTP, about states that make the answers expensive. */
final class ViewInputs {
  private static final String ACCOUNT = "acme";
  private static final int LOCKS = 2_000;
  private static final int WAITERS = 900;
  private static final int BIG = 9_000;
  private static final int BIG_WAITERS = 70;
  private static final int MOST_LOCKS = 10_000;
  private static final int MOST_WAITERS = 1_000;
  private static final int MOST_EXPLAINED = 20;

  private ViewInputs() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "view-locks",
            "locks of 15 paths of 4,000 bytes, at or below the root",
            ViewInputs::holdLarge,
            ViewInputs::viewUpToTheBound),
        new HostileInput(
            "view-queue",
            "900 requests and 70 of an owner of 9,000 locks, with what blocks each",
            ViewInputs::waitBehindOwn,
            run -> run.store().queue(0, ACCOUNT, MOST_WAITERS)),
        new HostileInput(
            "view-queue-wide",
            "900 requests with 16 targets at depth 16 that name 16 locks",
            ViewInputs::waitWide,
            run -> run.store().queue(0, ACCOUNT, MOST_WAITERS)),
        new HostileInput(
            "view-explain",
            "what 16 targets at depth 16 would meet there",
            ViewInputs::waitWide,
            run -> {
              for (int n = 0; n < MOST_EXPLAINED; n++) {
                run.store()
                    .explain(
                        0,
                        ACCOUNT,
                        new Owner("l" + n, null),
                        targets(Mode.DELETE, deepPaths("w" + n, WIDE)));
              }
            }));
  }

  private static void holdLarge(HostileRun run) {
    run.feed(
        LOCKS,
        n -> acquire("l-" + n, "u" + n, targets(Mode.PUT, longPaths("p" + n, WIDE_AND_LONG))));
    run.feed().publishAll();
  }

  /** All locks are more than a view may have; those up to its bound are read then. */
  private static void viewUpToTheBound(HostileRun run) {
    try {
      run.store().locks(0, ACCOUNT, LockPath.ROOT, MOST_LOCKS);
    } catch (ViewTooLargeException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void waitBehindOwn(HostileRun run) {
    run.feed(BIG, n -> acquire("l-" + n, "big", targets(Mode.PUT, List.of("/d/" + n))));
    run.feed(acquire("last", "other", targets(Mode.PUT, List.of("/d/z"))));
    run.feed(
        WAITERS,
        n -> await("w-" + n, "u" + n, targets(Mode.DELETE, List.of("/d/" + n)), List.of()));
    run.feed(
        BIG_WAITERS, n -> await("b-" + n, "big", targets(Mode.DELETE, List.of("/d")), List.of()));
  }

  private static void waitWide(HostileRun run) {
    run.feed(WAITERS, n -> acquire("l-" + n, "l" + n, targets(Mode.PUT, deepPaths("w" + n, WIDE))));
    List<String> named = List.of("l-0");
    run.feed(
        WAITERS,
        n -> {
          String owner = n % 2 == 0 ? "l0" : "w" + n;
          return await(
              "w-" + n,
              owner,
              HostileLocks.both(
                  targets(Mode.DELETE, deepPaths("w" + n, WIDE - 1)),
                  targets(Mode.READ, List.of("/hot/" + n / 2))),
              n % 2 == 0 ? named : List.of());
        });
  }
}
