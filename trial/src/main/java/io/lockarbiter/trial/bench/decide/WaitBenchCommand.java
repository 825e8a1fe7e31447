package io.lockarbiter.trial.bench.decide;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lockarbiter bench wait}: what waiting requests cost the others. */
@Command(
    name = "wait",
    description =
        "Cost of requests and releases while others wait, the memory of a waiting request, and the"
            + " longest script calls.",
    mixinStandardHelpOptions = true)
public final class WaitBenchCommand implements Callable<Integer> {
  private static final int SAMPLE = 20_000;
  private static final int BATCH = 200;
  private static final int TOGETHER = 10_000;
  private static final long FIRST_TOGETHER = 9_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--waiting",
      description = "Requests that wait on the account. Default: ${DEFAULT-VALUE}",
      defaultValue = "1000")
  private int waiters;

  WaitBenchCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (BenchRedis redis = BenchRedis.start(BenchRedis.LOGS_CALLS)) {
      RedisFigures figures = redis.figures();
      Waits bench = new Waits(new PartitionFeed(redis.store(), BATCH));
      elsewhere(bench, figures, 0); // warms up
      double[] without = elsewhere(bench, figures, 1);
      long before = figures.usedMemory();
      bench.letWait(waiters);
      double bytes = (figures.usedMemory() - before) / (double) waiters;
      double[] with = elsewhere(bench, figures, 2);
      report("a grant that conflicts with nothing", without[0], with[0]);
      report("a release that unblocks nobody", without[1], with[1]);
      out.printf("%,.0f bytes a waiting request%n", bytes);
      double promoted = figures.of(() -> require(bench.endBlocker() == waiters));
      out.printf(
          "one release that grants %,d waiters: %.1f ms, %.2f times as many plain grants%n",
          waiters, promoted / 1000, promoted / (waiters * without[0]));
      bench.endWaiters(waiters);
      bench.letWait(waiters);
      figures.forgetCalls();
      bench.endBlocker();
      out.printf("  its script calls: %s%n", figures.calls());
      figures.forgetCalls();
      require(bench.expireTogether(FIRST_TOGETHER, TOGETHER) == 0);
      out.printf(
          "%,d leases that end together, granted and expired: %s%n", TOGETHER, figures.calls());
    }
    return 0;
  }

  /** Microseconds of a grant and of a release that concern nobody who waits. */
  private static double[] elsewhere(Waits bench, RedisFigures figures, int round) {
    long first = (long) round * SAMPLE;
    double grants = figures.of(() -> bench.grantElsewhere(first, SAMPLE));
    double releases = figures.of(() -> bench.endElsewhere(first, SAMPLE));
    return new double[] {grants / SAMPLE, releases / SAMPLE};
  }

  private void report(String what, double without, double with) {
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %.1f us with nobody waiting, %.1f us with %,d waiting on the account, ratio %.2f%n",
            what, without, with, waiters, with / without);
  }

  private static void require(boolean held) {
    if (!held) {
      throw new IllegalStateException("the measurement did not do what it measures");
    }
  }
}
