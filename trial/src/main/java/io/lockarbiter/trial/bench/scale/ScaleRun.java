package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.trial.bench.scale.ScaleReport.Measured;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.CostMeter;
import io.lockarbiter.trial.bench.stage.Costs;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.embedded.load.LoadGenerator;
import io.lockarbiter.embedded.load.LockTraffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Measures one layout on a stage of its own. */
final class ScaleRun {
  private static final int ACCOUNTS_OF_A_PARTITION = 20;
  private static final Duration LINGER = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ScaleSettings settings;
  private final BenchStage stage;
  private final SlotCuts cuts;

  ScaleRun(ScaleSettings settings, BenchStage stage, SlotCuts cuts) {
    this.settings = settings;
    this.stage = stage;
    this.cuts = cuts;
  }

  /** Starts the arbiters, warms up, and gives the commands to be measured. */
  Measured run(Layout layout) throws InterruptedException {
    Instances instances = new Instances(stage, layout.arbiters(), settings);
    CostMeter meter = meter(instances);
    List<String> accounts = PartitionAccounts.of(settings.partitions(), ACCOUNTS_OF_A_PARTITION);
    LockTraffic traffic = new LockTraffic(accounts, settings.inFlight(), 0);
    int[] owners = instances.awaitOwners();
    try (LogCounts counts = new LogCounts(stage.bootstrapServers(), settings.partitions());
        LoadGenerator load = new LoadGenerator(stage.bootstrapServers(), traffic, LINGER)) {
      load.begin();
      answer(load, settings.warmUpCommands());
      Costs before = meter.read();
      long[] endsBefore = counts.read();
      LogCounts.Bytes bytesBefore = counts.bytes();
      long began = System.nanoTime();
      answer(load, settings.commands());
      double seconds = (System.nanoTime() - began) / 1e9;
      Costs used = meter.read().since(before);
      long[] done = since(endsBefore, counts.read());
      LogCounts.Bytes bytes = counts.bytes();
      requireSound(load, traffic, owners, instances.owners());
      long commands = Arrays.stream(done).sum();
      return new Measured(
          layout,
          seconds,
          commands,
          (double) (bytes.commands() - bytesBefore.commands()) / commands,
          (double) (bytes.events() - bytesBefore.events()) / commands,
          used.perMillion(commands).seconds(),
          Shares.of(layout, done, cuts, owners));
    }
  }

  private CostMeter meter(Instances instances) {
    CostMeter meter =
        new CostMeter()
            .with("broker", () -> seconds(stage.broker()))
            .with("client", ScaleRun::ownSeconds);
    for (int n = 0; n < stage.masters().size(); n++) {
      EmbeddedRedis master = stage.masters().get(n);
      meter.with(Shares.redis(n), () -> seconds(master));
    }
    for (int n = 0; n < instances.processes().size(); n++) {
      ChildJvm arbiter = instances.processes().get(n);
      meter.with(Shares.arbiter(n), () -> seconds(arbiter));
    }
    return meter;
  }

  private static double seconds(ChildJvm process) {
    return process.processorTime().toNanos() / 1e9;
  }

  private static double seconds(EmbeddedRedis master) {
    return RedisWords.answer(master.port(), List.of("INFO", "CPU"))
        .lines()
        .filter(line -> line.matches("used_cpu_(user|sys):.*"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
        .sum();
  }

  private static double ownSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /** Keeps all slots busy until so many more commands were answered. */
  private static void answer(LoadGenerator load, long more) {
    long wanted = load.latency().snapshot().total() + more;
    long answered = wanted - more;
    long heard = System.nanoTime();
    while (answered < wanted) {
      load.step();
      long now = load.latency().snapshot().total();
      if (now > answered) {
        answered = now;
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "no answer for %d s, %,d of %,d are missing"
                .formatted(PATIENCE.toSeconds(), wanted - answered, more));
      }
    }
  }

  private static long[] since(long[] before, long[] now) {
    long[] done = now.clone();
    Arrays.setAll(done, partition -> now[partition] - before[partition]);
    return done;
  }

  private static void requireSound(
      LoadGenerator load, LockTraffic traffic, int[] owners, int[] ownersNow) {
    boolean complete = load.end(PATIENCE);
    if (!complete || traffic.refused() > 0 || !Arrays.equals(owners, ownersNow)) {
      throw new IllegalStateException(
          "commands were left without an answer or refused, or partitions moved: complete=%s, refused=%d, owners=%s, before %s; the figures mean nothing"
              .formatted(
                  complete,
                  traffic.refused(),
                  Arrays.toString(ownersNow),
                  Arrays.toString(owners)));
    }
  }
}
