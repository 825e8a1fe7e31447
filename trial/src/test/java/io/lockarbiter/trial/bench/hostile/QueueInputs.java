package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.HostileLocks.NAMED;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.WIDE_AND_LONG;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.acquire;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.await;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.both;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.deepPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.gone;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.longPaths;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.move;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.release;
import static io.lockarbiter.trial.bench.hostile.HostileLocks.targets;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Input that makes a long queue dear; whose requests have many targets, deep down. */
final class QueueInputs {
  private static final int WAITERS = 1_000;
  private static final int ASKED = 20;
  private static final int NAMING_TOO = 60;
  private static final String NAMER = "namer";
  private static final String OTHER = "other";
  private static final String IN_THE_WAY = "in-the-way";

  /** Takes two bytes in JSON. */
  private static final String ESCAPE = "\"";

  private QueueInputs() {}

  static List<HostileInput> all() {
    return List.of(
        new HostileInput(
            "holding",
            "acquires that name 16 locks; 1,000 requests wait for these",
            run -> waitForNamed(run, false),
            run -> run.feed(ASKED, n -> namer("ask-" + n, false))),
        new HostileInput(
            "holding-long",
            "the same with paths of 4,000 bytes",
            run -> waitForNamed(run, true),
            run -> run.feed(ASKED, n -> namer("ask-" + n, false))),
        new HostileInput(
            "deadlock",
            "the same, ready to wait: is it a deadlock? 60 other requests name locks too",
            QueueInputs::waitInChains,
            run -> run.feed(namer("ask", true))),
        new HostileInput(
            "enqueue",
            "requests with 16 targets at depth 16 get in line, and their waits end together",
            run -> holdWide(run, WAITERS),
            run -> {
              run.feed(WAITERS, QueueInputs::wideWaiter);
              run.feed().pass(Settings.MAX_WAIT_MS);
              run.feed(new Tick());
            }),
        new HostileInput(
            "promote-none",
            "an end that 1,000 requests wait for, each of which something else blocks too",
            QueueInputs::waitForTwo,
            run -> run.feed(release("first", OTHER))),
        new HostileInput(
            "promote-all",
            "an end that lets 1,000 requests be granted",
            QueueInputs::waitForFolder,
            run -> run.feed(release("folder", OTHER))),
        new HostileInput(
            "gone",
            "a folder that is gone ends 1,000 requests below it",
            QueueInputs::waitForFolder,
            run -> run.feed(gone("folder", OTHER))),
        new HostileInput(
            "gone-moved",
            "a folder that is moved ends 1,000 requests below it; each is told a path of 3,500 escapes",
            QueueInputs::waitForMove,
            run -> run.feed(gone("folder", OTHER))),
        new HostileInput(
            "gone-wide",
            "16 folders that are gone together end 1,000 requests with a target in each",
            QueueInputs::waitForFolders,
            run -> run.feed(gone("folders", OTHER))));
  }

  /** Every other request conflicts with the last target of the last lock that is named. */
  private static void waitForNamed(HostileRun run, boolean isLong) {
    holdNamed(run, NAMER, isLong);
    run.feed(acquire(IN_THE_WAY, OTHER, targets(Mode.PUT, List.of("/hot/other"))));
    run.feed(
        WAITERS,
        n -> {
          List<String> paths =
              isLong ? longPaths("w" + n, WIDE_AND_LONG - 3) : deepPaths("w" + n, WIDE - 3);
          List<String> meeting =
              List.of("/hot/" + n, lastNamed(NAMER, isLong), lastNamed(OTHER, isLong));
          return await("w-" + n, "w" + n, targets(Mode.PUT, both(paths, meeting)), List.of());
        });
  }

  private static void holdNamed(HostileRun run, String owner, boolean isLong) {
    for (int n = 0; n < NAMED; n++) {
      run.feed(acquire(owner + "-" + n, owner, targets(Mode.DELETE, named(owner, n, isLong))));
    }
  }

  private static List<String> named(String owner, int n, boolean isLong) {
    String tag = owner + "-" + n;
    return isLong ? longPaths(tag, WIDE_AND_LONG) : deepPaths(tag, WIDE);
  }

  private static String lastNamed(String owner, boolean isLong) {
    List<String> last = named(owner, NAMED - 1, isLong);
    return last.get(last.size() - 1);
  }

  private static List<String> namedIds(String owner) {
    return IntStream.range(0, NAMED).mapToObj(n -> owner + "-" + n).toList();
  }

  private static Command namer(String id, boolean waits) {
    List<Target> targets = targets(Mode.DELETE, List.of("/hot"));
    List<String> holding = namedIds(NAMER);
    return waits
        ? await(id, NAMER, targets, holding)
        : acquire("acme", id, NAMER, targets, 0, holding, new TreeMap<>());
  }

  /**
   * Requests name the lock that is in the way. They pass over all others in the queue, because the
   * others wait for locks that these name.
   */
  private static void waitInChains(HostileRun run) {
    holdNamed(run, OTHER, false);
    run.feed(acquire("third", "third", targets(Mode.PUT, List.of("/third/a"))));
    waitForNamed(run, false);
    List<String> holding = new ArrayList<>(namedIds(OTHER));
    holding.set(0, IN_THE_WAY);
    run.feed(
        NAMING_TOO,
        n -> await("chain-" + n, OTHER, targets(Mode.DELETE, List.of("/hot", "/third")), holding));
  }

  private static void holdWide(HostileRun run, int most) {
    run.feed(most, n -> acquire("l-" + n, "l" + n, wide(n)));
  }

  private static Command wideWaiter(long n) {
    return await("w-" + n, "w" + n, wide(n), List.of());
  }

  private static List<Target> wide(long n) {
    return targets(Mode.PUT, deepPaths("w" + n, WIDE));
  }

  private static void waitForTwo(HostileRun run) {
    run.feed(acquire("first", OTHER, targets(Mode.DELETE, List.of("/first"))));
    run.feed(acquire("second", OTHER, targets(Mode.DELETE, List.of("/second"))));
    run.feed(
        WAITERS,
        n -> {
          List<Target> targets = targets(Mode.PUT, List.of("/first/" + n, "/second/" + n));
          return await("w-" + n, "w" + n, both(wide(n).subList(0, WIDE - 2), targets), List.of());
        });
  }

  private static void waitForFolders(HostileRun run) {
    List<String> folders = IntStream.range(0, WIDE).mapToObj(f -> "/f" + f).toList();
    run.feed(acquire("folders", OTHER, targets(Mode.EXCLUSIVE, folders)));
    run.feed(
        WAITERS,
        n -> {
          List<Target> targets =
              IntStream.range(0, WIDE).mapToObj(f -> inFolder(f, (int) n)).toList();
          return await("w-" + n, "w" + n, targets, List.of());
        });
  }

  /** In all modes that act, at the folder and below it. */
  private static Target inFolder(int folder, int n) {
    int kind = (folder + n) % (2 * Mode.acting().size());
    Mode mode = Mode.acting().get(kind / 2);
    boolean isBelow = kind % 2 == 0 || mode == Mode.PUT;
    return new Target(LockPath.of("/f" + folder + (isBelow ? "/" + n : "")), mode);
  }

  private static void waitForMove(HostileRun run) {
    LockPath folder = LockPath.of("/" + ESCAPE.repeat(1_800));
    run.feed(move("folder", OTHER, folder, LockPath.of("/" + ESCAPE.repeat(2_000))));
    run.feed(
        WAITERS,
        n -> {
          String path = folder + "/" + n + ESCAPE.repeat(1_500);
          return await("w-" + n, "w" + n, targets(Mode.PUT, List.of(path)), List.of());
        });
  }

  private static void waitForFolder(HostileRun run) {
    run.feed(acquire("folder", OTHER, targets(Mode.DELETE, List.of("/busy"))));
    run.feed(
        WAITERS,
        n -> {
          List<Target> targets = new ArrayList<>(targets(Mode.PUT, List.of("/busy/" + n)));
          targets.addAll(wide(n).subList(0, WIDE - 1));
          return await("w-" + n, "w" + n, targets, List.of());
        });
  }
}
