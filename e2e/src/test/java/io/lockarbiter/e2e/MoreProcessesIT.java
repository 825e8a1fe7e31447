package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.load.LoadGenerator;
import io.lockarbiter.embedded.load.LockTraffic;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.lua.redis.PartitionSlot;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.CostMeter;
import io.lockarbiter.trial.bench.stage.Costs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cost of the same commands with one Redis master and one arbiter, and with three and two. It
 * prints the processor time of each process for a million commands.
 */
@Tag("nightly")
class MoreProcessesIT {
  private static final int PARTITIONS = 12;
  private static final int MASTERS = 3;
  private static final int ACCOUNTS = 240;
  private static final int IN_FLIGHT = 2_400;
  private static final int LISTENERS = 3;
  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration MEASURED =
      Duration.ofSeconds(Integer.getInteger("lockarbiter.seconds", 20));
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Times are shares, so they hardly depend on what else the machine does. */
  @Test
  void masters_doEqualSharesOfTheWork_andSoDoArbiters() throws InterruptedException {
    try (EmbeddedRedisCluster one = EmbeddedRedisCluster.start(List.of(0))) {
      print("1 master, 1 arbiter", measure(one, 1));
    }
    try (EmbeddedRedisCluster three = EmbeddedRedisCluster.start(evenlyCut())) {
      Costs costs = measure(three, 2);
      print("3 masters, 2 arbiters", costs);

      assertShares(costs, "master ", 0.25, 0.42);
      assertShares(costs, "arbiter ", 0.35, 0.65);
    }
  }

  private static void assertShares(Costs costs, String kind, double least, double most) {
    List<Double> each =
        costs.seconds().entrySet().stream()
            .filter(process -> process.getKey().startsWith(kind))
            .map(Map.Entry::getValue)
            .toList();
    double all = each.stream().mapToDouble(Double::doubleValue).sum();
    assertThat(each).allSatisfy(seconds -> assertThat(seconds / all).isBetween(least, most));
  }

  /** Returns the first slot of each master: all have as many partitions. */
  private static List<Integer> evenlyCut() {
    List<Integer> slots =
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> PartitionSlot.of("lockarbiter", partition))
            .sorted()
            .toList();
    List<Integer> first = new ArrayList<>(List.of(0));
    for (int master = 1; master < MASTERS; master++) {
      first.add(slots.get(master * PARTITIONS / MASTERS));
    }
    return first;
  }

  /** Returns seconds of each process for a million commands. */
  private static Costs measure(EmbeddedRedisCluster cluster, int arbiters)
      throws InterruptedException {
    try (BenchStage stage = BenchStage.start(null, StopSignal.never())) {
      CostMeter meter = new CostMeter().with("broker", () -> seconds(stage.broker()));
      List<EmbeddedRedis> masters = cluster.masters();
      for (int n = 0; n < masters.size(); n++) {
        EmbeddedRedis master = masters.get(n);
        meter.with("master " + (n + 1), () -> seconds(master));
      }
      for (int n = 0; n < arbiters; n++) {
        ChildJvm arbiter = stage.arbiter(List.of("-Xms256m", "-Xmx512m"), settings(masters));
        BenchStage.awaitStarted(arbiter);
        meter.with("arbiter " + (n + 1), () -> seconds(arbiter));
      }
      LockTraffic traffic = new LockTraffic(ACCOUNTS, IN_FLIGHT, 1);
      try (LoadGenerator load =
          new LoadGenerator(stage.bootstrapServers(), traffic, Duration.ofMillis(1))) {
        load.begin();
        load.run(WARM_UP);
        Costs before = meter.read();
        long answersBefore = load.latency().snapshot().total();
        load.run(MEASURED);
        long answers = load.latency().snapshot().total() - answersBefore;
        Costs used = meter.read().since(before);

        assertThat(load.end(PATIENCE)).as("all are answered").isTrue();
        assertThat(traffic.refused()).isZero();
        System.out.printf("%,d commands/s%n", answers / MEASURED.toSeconds());
        return used.perMillion(answers);
      }
    }
  }

  private static Map<String, String> settings(List<EmbeddedRedis> masters) {
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.topics.partitions", Integer.toString(PARTITIONS));
    settings.put("lockarbiter.concurrency", Integer.toString(LISTENERS));
    settings.put("lockarbiter.redis.mode", "cluster");
    settings.put(
        "lockarbiter.redis.addresses",
        masters.stream().map(EmbeddedRedis::address).collect(Collectors.joining(",")));
    return settings;
  }

  private static double seconds(ChildJvm process) {
    return process.processorTime().toNanos() / 1e9;
  }

  private static double seconds(EmbeddedRedis master) {
    return RedisWords.answer(master.port(), List.of("INFO", "CPU"))
        .lines()
        .filter(line -> line.matches("used_cpu_(sys|user):.*"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
        .sum();
  }

  private static void print(String what, Costs perMillion) {
    System.out.printf("%s, processor seconds for a million commands:%n", what);
    perMillion
        .seconds()
        .forEach((name, seconds) -> System.out.printf("  %-10s %.1f%n", name, seconds));
  }
}
