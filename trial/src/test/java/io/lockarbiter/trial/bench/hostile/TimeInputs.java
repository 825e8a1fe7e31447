package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.attributes;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.await;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.targets;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.TreeMap;

/** Input of which very much is over at one moment, or is to be. */
final class TimeInputs {
  private static final int LARGE = 4_000;
  private static final int MANY = 20_000;
  private static final int FROZEN = 10_000;
  private static final long GRACE_MS = 10_000;

  private TimeInputs() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "expire-large",
            "4,000 locks of 60 KB whose leases end together",
            run -> {
              run.feed(LARGE, n -> acquire("l-" + n, "u" + n, large(n)));
              run.feed().publishAll();
            },
            TimeInputs::endLeases),
        new HostileInput(
            "expire-many",
            "20,000 locks with 4 KB of attributes whose leases end together",
            run -> {
              run.feed(MANY, TimeInputs::withAttributes);
              run.feed().publishAll();
            },
            TimeInputs::endLeases),
        new HostileInput(
            "expire-accounts",
            "a lock in each of 20,000 accounts whose leases end together; somebody waits for each",
            TimeInputs::waitInManyAccounts,
            TimeInputs::endLeases),
        new HostileInput(
            "ask-many",
            "a freeze asks the holders of 10,000 locks",
            run -> {
              run.feed(FROZEN, TimeInputs::small);
              run.feed().publishAll();
            },
            run -> run.feed(freeze())),
        new HostileInput(
            "ask-large",
            "a freeze asks the holders of 4,000 locks of 60 KB",
            run -> {
              run.feed(LARGE, n -> acquire("l-" + n, "u" + n, large(n)));
              run.feed().publishAll();
            },
            run -> run.feed(freeze())));
  }

  private static void endLeases(HostileRun run) {
    run.feed().pass(Settings.MAX_LEASE_MS);
    run.feed(new Tick());
    run.feed().publishAll();
  }

  private static List<Target> large(long n) {
    return targets(Mode.PUT, longPaths("p" + n, WIDE_AND_LONG));
  }

  private static Command small(long n) {
    return acquire("l-" + n, "u" + n % 1_000, targets(Mode.PUT, List.of("/a/b/c/d/" + n)));
  }

  /** Waits for everything, with as long a comment as there may be. */
  private static Command freeze() {
    Acquire waiting =
        (Acquire) await("freeze", "ops", targets(Mode.FREEZE, List.of("/")), List.of());
    String comment = "x".repeat(Acquire.MAX_COMMENT_BYTES);
    return new Acquire(waiting.account(), null, waiting.fields(), GRACE_MS, comment);
  }

  private static Command withAttributes(long n) {
    return acquire(
        "acme",
        "l-" + n,
        "u" + n % 1_000,
        targets(Mode.PUT, List.of("/a/b/c/d/" + n)),
        0,
        List.of(),
        attributes());
  }

  private static void waitInManyAccounts(HostileRun run) {
    run.feed(MANY, n -> ofAccount(n, "holder", "u1", 0));
    run.feed(MANY, n -> ofAccount(n, "waiter", "u2", Settings.MAX_WAIT_MS));
    run.feed().publishAll();
  }

  private static Command ofAccount(long n, String id, String owner, long waitMs) {
    return acquire(
        "acme-" + n,
        id,
        owner,
        targets(Mode.PUT, List.of("/a/b")),
        waitMs,
        List.of(),
        new TreeMap<>());
  }
}
