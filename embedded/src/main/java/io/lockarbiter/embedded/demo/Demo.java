package io.lockarbiter.embedded.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of the workload: starts it, shows it, ends it, checks the files. */
final class Demo {
  private static final List<String> ACCOUNTS = List.of("acme", "globex", "initech");
  static final int MEMBERS = 8;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);
  private static final Duration FRAME = Duration.ofMillis(250);
  private static final Duration LINE = Duration.ofSeconds(5);

  private final Locking locking;
  private final DemoOutput output;
  private final StopSignal signal;
  private final FileChecks checks = new FileChecks();
  private final FileCounts counts = new FileCounts();
  private final LatencyHistogram latency;
  private final EventTally tally;
  private final Supplier<@Nullable LossState> losses;

  Demo(
      Locking locking,
      DemoOutput output,
      StopSignal signal,
      LatencyHistogram latency,
      EventTally tally,
      Supplier<@Nullable LossState> losses) {
    this.locking = locking;
    this.output = output;
    this.signal = signal;
    this.latency = latency;
    this.tally = tally;
    this.losses = losses;
  }

  /** Describes the accounts and members of the run, for a title. */
  static String cast() {
    return "%d accounts with %d sub-accounts each".formatted(ACCOUNTS.size(), MEMBERS);
  }

  /**
   * Runs the workload and returns its final state.
   *
   * @param length after which the run ends, unless the signal ends it before
   */
  DemoState run(Path directory, Permission permission, Duration length)
      throws InterruptedException, IOException {
    Map<String, FileTree> trees = FileTree.ofAccounts(directory, ACCOUNTS);
    Workload workload =
        new Workload(permission, new FileWork(checks, counts), trees, LONGEST_PAUSE);
    long startedAt = System.nanoTime();
    Window window = new Window(latency.snapshot());
    workload.start(MEMBERS);
    try {
      watch(workload, window, startedAt, length);
    } finally {
      workload.finish();
    }
    Duration elapsed = since(startedAt);
    trees.values().forEach(tree -> tree.audit(checks));
    DemoState end = state(window, elapsed);
    output.show(end);
    return end;
  }

  private void watch(Workload workload, Window window, long startedAt, Duration length)
      throws InterruptedException {
    Duration pause = output.isLive() ? FRAME : LINE;
    long end = startedAt + length.toNanos();
    while (workload.failure() == null && end - System.nanoTime() > 0) {
      Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
      if (signal.await(left.compareTo(pause) < 0 ? left : pause)) {
        break;
      }
      window.move(latency.snapshot());
      output.show(state(window, since(startedAt)));
    }
  }

  private static Duration since(long startedAt) {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  private DemoState state(Window window, Duration elapsed) {
    return new DemoState(
        locking,
        elapsed,
        tally.granted(),
        tally.held(),
        tally.queue(),
        latency.snapshot(),
        window.latencies(),
        window.perSecond(),
        tally.rejections(),
        tally.recentRejections(),
        counts,
        checks,
        losses.get());
  }
}
