package io.lockarbiter.trial.bench.worst;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.trial.bench.decide.BenchRedis;
import io.lockarbiter.trial.bench.decide.PartitionFeed;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.embedded.server.RedisOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockarbiter bench worst}: the longest script call that legal input can cause. */
@Command(
    name = "worst",
    description =
        "The longest script call that each of some hostile but legal inputs causes, on a Redis of"
            + " its own: time and processor time there, bytes in and out.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class WorstBenchCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final int QUICK_SHARE = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "This input alone; may be given several times.")
  private List<String> only = List.of();

  @Option(names = "--quick", description = "With a tenth of the locks and requests.")
  private boolean quick;

  @Mixin private BenchOptions bench = new BenchOptions();

  @Override
  public Integer call() throws IOException {
    List<HostileInput> inputs = inputs();
    List<WorstReport.Line> lines = new ArrayList<>();
    for (HostileInput input : inputs) {
      bench.print("%s: %s".formatted(input.name(), input.about()));
      lines.add(measure(input));
    }
    WorstReport report = new WorstReport(Runtime.getRuntime().availableProcessors(), lines);
    table(report).lines().forEach(bench::print);
    bench.write(report);
    return 0;
  }

  private List<HostileInput> inputs() {
    List<HostileInput> all =
        Stream.of(QueueInputs.all(), RecordInputs.all(), TimeInputs.all(), ViewInputs.all())
            .flatMap(List::stream)
            .toList();
    List<String> names = all.stream().map(HostileInput::name).toList();
    if (!names.containsAll(only)) {
      throw new ParameterException(
          spec.commandLine(), "--only=%s, expected one of %s".formatted(only, names));
    }
    return all.stream().filter(each -> only.isEmpty() || only.contains(each.name())).toList();
  }

  private WorstReport.Line measure(HostileInput input) {
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      CallWatch watch = new CallWatch(redis.figures());
      RedisLockStore store = redis.store(watch::around);
      PartitionFeed feed = new PartitionFeed(store, BATCH);
      HostileRun run = new HostileRun(store, feed, quick ? QUICK_SHARE : 1);
      input.prepares().run(run);
      List<ScriptCall> calls = watch.during(() -> input.harms().run(run));
      WorstReport.Line line = WorstReport.Line.of(input.name(), calls);
      bench.print(
          "  %,d calls, longest %.1f ms, most processor time %.1f ms, together %,.0f ms"
              .formatted(
                  line.calls(),
                  line.longestMicros() / 1e3,
                  line.processorMicros() / 1e3,
                  line.totalMicros() / 1e3));
      return line;
    }
  }

  private static TextTable table(WorstReport report) {
    TextTable table =
        new TextTable(
            "input", "calls", "longest ms", "p99.9", "cpu ms", "p99.9", "KB in", "KB out", "");
    for (WorstReport.Line line : report.lines()) {
      table.add(
          line.input(),
          (long) line.calls(),
          millis(line.longestMicros()),
          millis(line.p999Micros()),
          millis(line.processorMicros()),
          millis(line.p999ProcessorMicros()),
          line.bytesIn() / 1024,
          line.bytesOut() / 1024,
          line.isOver() ? "over" : "within");
    }
    return table;
  }

  private static String millis(long micros) {
    return micros < 0 ? "-" : "%.1f".formatted(micros / 1e3);
  }
}
