package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.deepPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.gone;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.move;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.targets;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.TreeMap;

/** Input where it is remembered which paths are gone, of as many and as long ones as may be. */
final class MovedInputs {
  private static final int BATCH = 512;

  /** Most paths that are remembered of an account. */
  private static final int PATHS = 1_000;

  private static final int ACCOUNTS = 20_000;
  private static final long KEPT_MS = 600_000;

  /** So long that as many as may be remembered just take all the bytes that they may. */
  private static final String LONG = "/" + "l".repeat(900);

  /** The deepest path with the longest names. */
  private static final String DEEPEST = ("/" + "s".repeat(62)).repeat(LockPath.MAX_SEGMENTS);

  private MovedInputs() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "moved-look",
            "requests that say existing: the deepest path, whose every level was moved",
            MovedInputs::loseEveryLevel,
            run -> run.feed(BATCH, n -> existing("e-" + n, "u" + n, DEEPEST))),
        new HostileInput(
            "moved-told",
            "the same, told the place after a move of its first level",
            MovedInputs::loseFirstLevel,
            run -> run.feed(BATCH, n -> existing("e-" + n, "u" + n, DEEPEST))),
        new HostileInput(
            "moved-wide",
            "the same of 16 targets at depth 16, in an account with 1,000 paths that are gone",
            MovedInputs::loseMany,
            run -> run.feed(BATCH, n -> existing("e-" + n, "u" + n, deepPaths("p" + n, WIDE)))),
        new HostileInput(
            "moved-more",
            "releases of 15 paths of 4,000 bytes that are gone; others are forgotten for them",
            MovedInputs::loseMany,
            MovedInputs::loseMore),
        new HostileInput(
            "moved-over",
            "1,000 paths of an account, and one in each of 20,000, whose ten minutes are over",
            run -> {
              loseMany(run);
              run.feed(ACCOUNTS, MovedInputs::ofAccount);
              run.feed(ACCOUNTS, MovedInputs::goneOfAccount);
              run.feed().publishAll();
            },
            run -> {
              run.feed().pass(KEPT_MS);
              for (int n = 0; n < BATCH; n++) {
                run.feed(new Tick());
              }
            }));
  }

  private static void remember(HostileRun run) {
    run.feed(SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 1));
  }

  private static void loseEveryLevel(HostileRun run) {
    remember(run);
    LockPath deepest = LockPath.of(DEEPEST);
    List<LockPath> levels = deepest.ancestors();
    for (int level = levels.size() - 1; level > 0; level--) {
      String id = "m-" + level;
      run.feed(move(id, "u1", levels.get(level), LockPath.of("/t/" + level)), gone(id, "u1"));
    }
    run.feed().publishAll();
  }

  private static void loseFirstLevel(HostileRun run) {
    remember(run);
    LockPath first = LockPath.of(DEEPEST).ancestors().get(1);
    run.feed(move("m", "u1", first, LockPath.of("/" + "t".repeat(62))), gone("m", "u1"));
    run.feed().publishAll();
  }

  private static void loseMany(HostileRun run) {
    remember(run);
    run.feed().run(0, PATHS, n -> acquire("d-" + n, "u1", targets(Mode.DELETE, path(n))));
    run.feed().run(0, PATHS, n -> gone("d-" + n, "u1"));
    run.feed().publishAll();
  }

  private static List<String> path(long n) {
    return List.of(LONG + "/" + n);
  }

  private static void loseMore(HostileRun run) {
    run.feed(BATCH, n -> acquire("l-" + n, "u" + n, large(n)));
    run.feed().publishAll();
    run.feed(BATCH, n -> gone("l-" + n, "u" + n));
  }

  private static List<Target> large(long n) {
    return targets(Mode.EXCLUSIVE, longPaths("q" + n, WIDE_AND_LONG));
  }

  private static Command ofAccount(long n) {
    List<Target> targets = targets(Mode.DELETE, List.of("/a/b"));
    return acquire("acme-" + n, "lock", "u1", targets, 0, List.of(), new TreeMap<>());
  }

  private static Command goneOfAccount(long n) {
    return new Release("release", "acme-" + n, new Owner("u1", null), null, "lock", true);
  }

  private static Command existing(String id, String owner, String path) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        null,
        new LockFields(
                id,
                new Owner(owner, null),
                Operation.UPLOAD,
                at,
                null,
                Operation.UPLOAD.targets(at, null),
                Settings.MAX_LEASE_MS,
                0,
                List.of(),
                new TreeMap<>())
            .existing(LockFields.EXISTING_NOW));
  }

  private static Command existing(String id, String owner, List<String> paths) {
    Acquire request = (Acquire) acquire(id, owner, targets(Mode.PUT, paths));
    return new Acquire(request.account(), null, request.fields().existing(LockFields.EXISTING_NOW));
  }
}
