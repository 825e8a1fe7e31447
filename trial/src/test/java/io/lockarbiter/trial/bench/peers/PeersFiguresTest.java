package io.lockarbiter.trial.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.stage.Costs;
import io.lockarbiter.trial.bench.stage.Series;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The figures of made-up runs. */
class PeersFiguresTest {
  private final PeersFigures figures = new PeersFigures();

  PeersFiguresTest() {
    for (int run = 1; run <= 3; run++) {
      figures.add(Side.ARBITER, 4_000, rate(run * 10_000, "arbiter", 1));
      figures.add(Side.ARBITER, 2_000, rate(run * 9_000, "arbiter", 1));
      figures.add(Side.REDISSON, 256, rate(run * 1_000, "redis", 2));
      figures.add(Side.ECHO, 2_000, rate(run * 18_000, "echo", 1));
      figures.add(Side.ARBITER, millis(run * 2L));
      figures.add(Side.ECHO, millis(run));
    }
  }

  @Test
  void level_isTheRatioOfTheMedians() {
    PeersReport.Level level = figures.level(4_000, 256);

    assertThat(level.arbiterCycles())
        .isEqualTo(new Series(10_000, 5_000, 15_000, List.of(5_000.0, 10_000.0, 15_000.0)));
    assertThat(level.redissonCycles().median()).isEqualTo(1_000);
    assertThat(level.ratio()).isEqualTo(10);
    assertThat(level.least()).isEqualTo(5);
  }

  @Test
  void costs_areForAMillionCommands() {
    assertThat(figures.costs())
        .contains(new PeersReport.Cost("Redisson", 256, Map.of("redis", 1_000.0), 0))
        .contains(new PeersReport.Cost("arbiter", 4_000, Map.of("arbiter", 50.0), 6.9));
  }

  @Test
  void latency_isTheMedianOfTheRunsQuantiles() {
    PeersReport.Latency latency = figures.latency(100);

    assertThat(latency.arbiterP50Ms().median()).isEqualTo(200);
    assertThat(latency.arbiterP99Ms().median()).isEqualTo(396);
    assertThat(latency.p50Ratio()).isEqualTo(2);
    assertThat(latency.p99Ratio()).isEqualTo(2);
  }

  @Test
  void text_tellsFiguresAndBars() {
    assertThat(PeersText.lines(report()))
        .containsExactly(
            "medians of 3 runs of 5 s on 2 cores, least and most in brackets; 240 accounts on 12 partitions, paths 5 deep, commands of 200 bytes, events of 300",
            "",
            "cycles/s in flight  arbiter                    Redisson                 times  bar",
            "             4,000   10,000  (5,000 … 15,000)     1,000  (500 … 1,500)  10.00  at least 5.0: kept",
            "",
            "commands/s in flight  arbiter                      echo                     times",
            "               2,000   18,000  (9,000 … 27,000)  36,000  (18,000 … 54,000)   0.50",
            "",
            "ms at 100 commands/s  arbiter                    echo                  times  bar",
            "p50                     200.0  (100.0 … 300.0)  100.0  (50.0 … 150.0)   2.00  at most 1.8: MISSED",
            "p99                     396.0  (198.0 … 594.0)  198.0  (99.0 … 297.0)   2.00  at most 2.0: kept",
            "",
            "processor seconds per million commands  in flight  arbiter  echo  broker   redis  client     all  KB of heap a command",
            "arbiter                                     4,000     50.0   0.0     0.0     0.0     0.0    50.0                   6.9",
            "arbiter                                     2,000     55.6   0.0     0.0     0.0     0.0    55.6                   6.9",
            "Redisson                                      256      0.0   0.0     0.0  1000.0     0.0  1000.0",
            "echo                                        2,000      0.0  27.8     0.0     0.0     0.0    27.8");
  }

  private PeersReport report() {
    return new PeersReport(
        2,
        3,
        5,
        12,
        240,
        200,
        300,
        List.of(figures.level(4_000, 256)),
        figures.echo(2_000),
        figures.latency(100),
        figures.costs());
  }

  private static Rate rate(long commands, String process, double seconds) {
    long allocated = process.equals("arbiter") ? 6_900 * commands : 0;
    return new Rate(commands, 1, new Costs(Map.of(process, seconds)), allocated);
  }

  /** So many ms, and twice, three times … a hundred times as many. */
  private static List<Long> millis(long each) {
    return LongStream.rangeClosed(1, 100).mapToObj(n -> n * each * 1_000_000).toList();
  }
}
