package io.lockarbiter.trial.bench.worst;

import static io.lockarbiter.trial.bench.worst.HostileLocks.DEPTH;
import static io.lockarbiter.trial.bench.worst.HostileLocks.NAMED;
import static io.lockarbiter.trial.bench.worst.HostileLocks.WIDE;
import static io.lockarbiter.trial.bench.worst.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.worst.HostileLocks.above;
import static io.lockarbiter.trial.bench.worst.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.worst.HostileLocks.deepPaths;
import static io.lockarbiter.trial.bench.worst.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.worst.HostileLocks.release;
import static io.lockarbiter.trial.bench.worst.HostileLocks.renew;
import static io.lockarbiter.trial.bench.worst.HostileLocks.targets;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Batches of commands that are as dear as one of a kind can be. */
final class RecordInputs {
  private static final int BATCH = 512;
  private static final int BLOCKERS = 5;
  private static final int ASKED = 20;
  private static final int SMALL = 16;
  private static final String OTHER = "other";

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
            "refused-long",
            "refusals that name five blockers with paths of 4,000 bytes",
            RecordInputs::holdLong,
            run ->
                run.feed(
                    BATCH, n -> acquire("r-" + n, OTHER, targets(Mode.DELETE, List.of("/busy"))))),
        new HostileInput(
            "own",
            "acquires of an owner who has locks at each level of each path already",
            run -> holdEveryLevel(run, "o"),
            run -> run.feed(ASKED, n -> acquire("a-" + n, "o", wide("own")))),
        new HostileInput(
            "named",
            "acquires that name 16 large locks each, no two the same",
            run -> run.feed(BATCH, n -> acquire("l-" + n, "o", large(n, false))),
            run -> run.feed(BATCH / NAMED, RecordInputs::namer)),
        new HostileInput(
            "same-ids",
            "small acquires under the ids of large locks",
            run -> run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, true))),
            run ->
                run.feed(
                    BATCH, n -> acquire("l-" + n, OTHER, targets(Mode.READ, List.of("/small"))))),
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
                            "u" + n % 128))),
        new HostileInput(
            "above",
            "refusals of four paths with 63 levels in common, each of which another lock has locked",
            RecordInputs::holdAbove,
            run -> run.feed(ASKED, n -> acquire("a-" + n, "o", besideEachOther()))));
  }

  private static void batches(HostileRun run, boolean isLong) {
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
    run.feed(BATCH, n -> renew("renew-" + n, "l-" + n, "u" + n));
    run.feed(BATCH, n -> release("l-" + n, "u" + n));
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n, isLong)));
  }

  private static Command namer(long n) {
    List<String> named =
        LongStream.range(n * NAMED, (n + 1) * NAMED).mapToObj(at -> "l-" + at).toList();
    return HostileLocks.acquire(
        "acme", "a-" + n, "o", targets(Mode.READ, List.of("/named")), 0, named, new TreeMap<>());
  }

  private static List<Target> large(long n, boolean isLong) {
    String tag = "p" + n;
    return targets(Mode.PUT, isLong ? longPaths(tag, WIDE_AND_LONG) : deepPaths(tag, WIDE));
  }

  private static void holdLong(HostileRun run) {
    for (int n = 0; n < BLOCKERS; n++) {
      run.feed(acquire("l-" + n, "u" + n, targets(Mode.PUT, List.of(blocking(n)))));
    }
  }

  /** A path below that which others delete, nearly as long as it may be. */
  static String blocking(int n) {
    return "/busy" + HostileLocks.above(HostileLocks.deepAndLong("p" + n), DEPTH - 1);
  }

  private static List<Target> wide(String tag) {
    return targets(Mode.DELETE, deepPaths(tag, WIDE));
  }

  /** Locks of all modes at all levels of those paths. */
  private static void holdEveryLevel(HostileRun run, String owner) {
    List<String> paths = deepPaths("own", WIDE);
    for (Mode mode : Mode.known()) {
      run.feed(
          DEPTH,
          n -> {
            int levels = (int) n + 1;
            List<String> at = paths.stream().map(path -> above(path, levels)).toList();
            return acquire("own-" + mode + n, owner, targets(mode, at));
          });
    }
  }

  private static List<Target> besideEachOther() {
    String common = above(commonPath(), LockPath.MAX_SEGMENTS - 1);
    int paths = Acquire.MAX_TARGET_SEGMENTS / LockPath.MAX_SEGMENTS;
    return targets(Mode.DELETE, IntStream.range(0, paths).mapToObj(n -> common + "/" + n).toList());
  }

  private static String commonPath() {
    return HostileLocks.deep("common", LockPath.MAX_SEGMENTS);
  }

  private static void holdAbove(HostileRun run) {
    run.feed(
        LockPath.MAX_SEGMENTS - 1,
        n ->
            acquire(
                "above-" + n,
                "u" + n,
                targets(Mode.READ, List.of(above(commonPath(), (int) n + 1)))));
  }
}
