package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.scale.ScaleReport.Measured;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures one deployment on one Redis and one arbiter, and on several of each. */
@Command(
    name = "scale",
    description = {
      "The same number of commands, acquire and release at path depth 5, given to one Redis and one"
          + " arbiter, and to a Redis Cluster and several arbiters, each a process of its own: what"
          + " each process uses for a million commands, and how evenly they share them. Slots are"
          + " cut so that each master has as many partitions.",
      "All share one machine, so rates say nothing about more machines; processor time does."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ScaleBenchCommand implements Callable<Integer> {
  private static final Layout ONE = new Layout(1, 1);

  private final StopSignal signal;

  @Option(
      names = "--masters",
      description = "Of the cluster. Default: ${DEFAULT-VALUE}",
      defaultValue = "3")
  private int masters;

  @Option(
      names = "--arbiters",
      description = "On the cluster. Default: ${DEFAULT-VALUE}",
      defaultValue = "2")
  private int arbiters;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Option(
      names = "--commands",
      description = "Measured in each layout. Default: ${DEFAULT-VALUE}",
      defaultValue = "300000")
  private int commands;

  @Option(
      names = "--warm-up-commands",
      description = "Before. Default: ${DEFAULT-VALUE}",
      defaultValue = "150000")
  private int warmUpCommands;

  @Option(names = "--in-flight", description = "Default: ${DEFAULT-VALUE}", defaultValue = "2400")
  private int inFlight;

  @Option(
      names = "--threads",
      description =
          "Listeners of each arbiter; where they do not divide the partitions, arbiters get unequal"
              + " numbers. Default: ${DEFAULT-VALUE}",
      defaultValue = "3")
  private int threads;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public ScaleBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeast("--masters", masters, 2);
    bench.requireAtLeastOne("--arbiters", arbiters);
    bench.requireAtLeast("--partitions", partitions, Math.max(masters, arbiters));
    bench.requireAtLeastOne("--commands", commands);
    bench.requireAtLeastOne("--warm-up-commands", warmUpCommands);
    bench.requireAtLeastOne("--in-flight", inFlight);
    bench.requireAtLeastOne("--threads", threads);
    ScaleSettings settings =
        new ScaleSettings(partitions, commands, warmUpCommands, inFlight, threads);
    List<Measured> measured = new ArrayList<>();
    try (BenchStage stage = BenchStage.start(jar.file(), signal)) {
      measured.add(measure(settings, stage, SlotCuts.even(partitions, 1), ONE));
    }
    SlotCuts cuts = SlotCuts.even(partitions, masters);
    try (BenchStage stage = BenchStage.startOnCluster(jar.file(), cuts.firstSlots(), signal)) {
      measured.add(measure(settings, stage, cuts, new Layout(masters, arbiters)));
    }
    ScaleReport report =
        new ScaleReport(
            Runtime.getRuntime().availableProcessors(), settings, measured, equalSlots());
    bench.print("");
    ScaleText.lines(report).forEach(bench::print);
    bench.write(report);
    return 0;
  }

  private Measured measure(ScaleSettings settings, BenchStage stage, SlotCuts cuts, Layout layout)
      throws InterruptedException {
    bench.print(layout + ": %,d commands …".formatted(settings.commands()));
    Measured measured = new ScaleRun(settings, stage, cuts).run(layout);
    bench.print(
        layout
            + ": %,.0f commands/s with all on %d cores"
                .formatted(
                    measured.commands() / measured.seconds(),
                    Runtime.getRuntime().availableProcessors()));
    return measured;
  }

  private List<Integer> equalSlots() {
    SlotCuts equal = SlotCuts.equal(partitions, masters);
    int[] counts = new int[masters];
    IntStream.range(0, partitions).forEach(partition -> counts[equal.master(partition)]++);
    return Arrays.stream(counts).boxed().toList();
  }
}
