package io.lockarbiter.sandbox.bench;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.sandbox.bench.commit.CommitBenchCommand;
import io.lockarbiter.sandbox.bench.handover.HandoverBenchCommand;
import io.lockarbiter.sandbox.bench.lateness.LatenessBenchCommand;
import io.lockarbiter.sandbox.bench.peers.PeersBenchCommand;
import io.lockarbiter.sandbox.bench.soak.SoakBenchCommand;
import io.lockarbiter.sandbox.embedded.EmbeddedRedis;
import io.lockarbiter.sandbox.embedded.RedisOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lockarbiter bench}: what decisions, audits and leases cost. */
@Command(
    name = "bench",
    description =
        "Measure decisions in Redis: cost by the number of held locks, and what stays behind; how"
            + " fast histories are verified; what a client pays for the leases it holds; how long"
            + " partitions stand still when instances come and go, and whether all is right after"
            + " many such minutes; rates beside other systems; what a commit costs; and how late"
            + " what is due becomes an event.",
    subcommands = {AuditBenchCommand.class, ClientBenchCommand.class},
    mixinStandardHelpOptions = true)
public final class BenchCommand {
  private static final int SAMPLE = 20_000;

  @Spec private CommandSpec spec;

  BenchCommand() {}

  /** The command with all its sub-commands; those that start processes end early at the signal. */
  public static CommandLine commandLine(StopSignal signal) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new HandoverBenchCommand(signal))
        .addSubcommand(new SoakBenchCommand(signal))
        .addSubcommand(new PeersBenchCommand(signal))
        .addSubcommand(new CommitBenchCommand(signal))
        .addSubcommand(new LatenessBenchCommand(signal));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      name = "decide",
      description =
          "Time in Redis of a grant and a release at depth 5, with few and with many locks held.",
      mixinStandardHelpOptions = true)
  int decide(
      @Option(
              names = "--held",
              description = "Locks held in the end. Default: ${DEFAULT-VALUE}",
              defaultValue = "1000000")
          long held) {
    withRedis(
        (store, redis) -> {
          DecideBench bench = new DecideBench(store);
          bench.acquire(0, 1_000);
          double few = microsecondsPerDecision(bench, redis, 1_000);
          out().printf("held=%,d: %.1f us per decision in Redis%n", 1_000, few);
          long step = Math.max(1, (held - 1_000) / 10);
          for (long n = 1_000; n < held; n += step) {
            bench.acquire(n, Math.min(step, held - n));
            out().printf("  filling: %,d of %,d held%n", Math.min(n + step, held), held);
            out().flush();
          }
          double many = microsecondsPerDecision(bench, redis, held);
          out()
              .printf(
                  "held=%,d: %.1f us per decision in Redis, %.2f times that of 1,000; used memory %,d bytes%n",
                  held, many, many / few, redis.usedMemory());
        });
    return 0;
  }

  /**
   * Processor time of the Redis server over an equal number of grants and releases, outside the
   * locks held before.
   */
  private static double microsecondsPerDecision(DecideBench bench, RedisFigures redis, long held) {
    bench.acquire(held, SAMPLE);
    bench.release(held, SAMPLE);
    long before = redis.processorMicroseconds();
    bench.acquire(held, SAMPLE);
    bench.release(held, SAMPLE);
    return (redis.processorMicroseconds() - before) / (2.0 * SAMPLE);
  }

  @Command(
      name = "footprint",
      description =
          "Keys and fields that are left in Redis after many locks were granted and released.",
      mixinStandardHelpOptions = true)
  int footprint(
      @Option(
              names = "--decisions",
              description = "Grants and releases together. Default: ${DEFAULT-VALUE}",
              defaultValue = "2000000")
          long decisions) {
    int[] exit = {0};
    withRedis(
        (store, redis) -> {
          DecideBench bench = new DecideBench(store);
          bench.publishAll();
          Map<String, Integer> start = redis.footprint();
          out().printf("at the start: %s%n", start);
          long round = 20_000;
          for (long n = 0; n < decisions / 2; n += round) {
            bench.acquire(n, round);
            bench.release(n, round);
            if (n % (round * 10) == 0) {
              out().printf("  %,d of %,d decisions%n", 2 * (n + round), decisions);
              out().flush();
            }
          }
          bench.publishAll();
          out().printf("after %,d decisions: %s%n", decisions, redis.footprint());
          bench.letRepeatWindowPass();
          Map<String, Integer> end = redis.footprint();
          boolean clean = end.equals(start);
          out()
              .printf(
                  "after the repeat window: %s%n%s%n",
                  end, clean ? "nothing is left behind" : "SOMETHING IS LEFT BEHIND");
          exit[0] = clean ? 0 : 1;
        });
    return exit[0];
  }

  @Command(
      name = "wait",
      description =
          "Cost of requests and releases while others wait, and the longest script calls.",
      mixinStandardHelpOptions = true)
  int waiting(
      @Option(
              names = "--waiting",
              description = "Requests that wait on the account. Default: ${DEFAULT-VALUE}",
              defaultValue = "1000")
          int waiters) {
    withRedis(
        (store, redis) -> {
          WaitBench bench = new WaitBench(store);
          elsewhere(bench, redis, 0); // warms up
          double[] without = elsewhere(bench, redis, 1);
          bench.letWait(waiters);
          double[] with = elsewhere(bench, redis, 2);
          report("a grant that conflicts with nothing", waiters, without[0], with[0]);
          report("a release that unblocks nobody", waiters, without[1], with[1]);
          double plain = waiters * without[0];
          double promoted = redis.microsecondsOf(() -> require(bench.endBlocker() == waiters));
          out()
              .printf(
                  "one release that grants %,d waiters: %.1f ms, %.2f times as many plain grants%n",
                  waiters, promoted / 1000, promoted / plain);
          redis.forgetCalls();
          bench.endWaiters(waiters);
          bench.letWait(waiters);
          redis.forgetCalls();
          bench.endBlocker();
          out().printf("  its script calls: %s%n", redis.calls());
          redis.forgetCalls();
          require(bench.expireTogether(9_000_000, 10_000) == 0);
          out().printf("10,000 leases that end together, granted and expired: %s%n", redis.calls());
        });
    return 0;
  }

  /** Microseconds of a grant and of a release that concern nobody who waits. */
  private static double[] elsewhere(WaitBench bench, RedisFigures redis, int round) {
    long first = (long) round * SAMPLE;
    double grants = redis.microsecondsOf(() -> bench.grantElsewhere(first, SAMPLE));
    double releases = redis.microsecondsOf(() -> bench.endElsewhere(first, SAMPLE));
    return new double[] {grants / SAMPLE, releases / SAMPLE};
  }

  private void report(String what, int waiters, double without, double with) {
    out()
        .printf(
            "%s: %.1f us with nobody waiting, %.1f us with %,d waiting on the account, ratio %.2f%n",
            what, without, with, waiters, with / without);
  }

  private static void require(boolean held) {
    if (!held) {
      throw new IllegalStateException("the measurement did not do what it measures");
    }
  }

  private interface Measurement {
    void run(RedisLockStore store, RedisFigures redis);
  }

  private static void withRedis(Measurement measurement) {
    try (EmbeddedRedis server =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments(
                "--slowlog-log-slower-than", "0", "--slowlog-max-len", "100000"))) {
      Config config =
          new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
      config
          .useSingleServer()
          .setAddress(server.address())
          .setConnectionMinimumIdleSize(1)
          .setConnectionPoolSize(2)
          .setTimeout(30_000);
      RedissonClient redisson = Redisson.create(config);
      try {
        measurement.run(
            new RedisLockStore(
                redisson,
                "bench",
                new LogIdentity("bench", "bench", "bench"),
                Duration.ofSeconds(30)),
            new RedisFigures(redisson));
      } finally {
        redisson.shutdown();
      }
    }
  }
}
