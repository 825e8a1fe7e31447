package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.embedded.server.RedisOptions;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lockarbiter bench footprint}: what decisions leave behind in Redis. */
@Command(
    name = "footprint",
    description =
        "Keys and fields that are left in Redis after many locks were granted and released, and the"
            + " memory they take.",
    mixinStandardHelpOptions = true)
public final class FootprintBenchCommand implements Callable<Integer> {
  private static final int BATCH = 200;
  private static final int TICKS = 40_000;
  private static final long HELD = 1_000;

  /** After so many, memory is looked at first. */
  private static final long FIRST_STEP = 100_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--decisions",
      description = "Grants and releases together. Default: ${DEFAULT-VALUE}",
      defaultValue = "2000000")
  private long decisions;

  FootprintBenchCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      RedisFigures figures = redis.figures();
      PartitionFeed feed = new PartitionFeed(redis.store(), BATCH);
      DecideLoad uploads = new Uploads();
      feed.publishAll();
      Map<String, Integer> start = figures.footprint();
      out.printf("at the start: %s, %,d bytes%n", start, figures.usedMemory());
      long step = Math.max(FIRST_STEP, decisions / 10);
      feed.run(0, HELD, n -> uploads.command(n, HELD));
      long count;
      for (long done = 0; done < decisions; done += count) {
        count = Math.min(done == 0 ? FIRST_STEP : step, decisions - done);
        feed.run(HELD + done, count, n -> uploads.command(n, HELD));
        feed.publishAll();
        out.printf(
            "  %,d of %,d decisions: %,d bytes%n", done + count, decisions, figures.usedMemory());
        out.flush();
      }
      out.printf("with %,d held: %s%n", HELD, figures.footprint());
      feed.run(decisions / 2, HELD, Uploads::releaseOf);
      feed.pass(PartitionFeed.ALL_FORGOTTEN_MS);
      feed.run(0, TICKS, n -> new Tick());
      feed.publishAll();
      Map<String, Integer> end = figures.footprint();
      boolean clean = end.equals(start);
      out.printf(
          "after the repeat window: %s, %,d bytes%n%s%n",
          end, figures.usedMemory(), clean ? "nothing is left behind" : "SOMETHING IS LEFT BEHIND");
      return clean ? 0 : 1;
    }
  }
}
