package io.lockarbiter.trial.bench.audit;

import com.sun.management.OperatingSystemMXBean;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.HistoryVerification;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.trial.bench.stage.BenchTerminal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockarbiter bench audit}: records histories, and measures how fast they are verified. */
@Command(
    name = "audit",
    description = {
      "How fast a history is verified: uploads and their releases at path depth 5, one in ten waits.",
      "Recording and measuring are two steps, so that neither costs the other anything."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class AuditBenchCommand {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @Mixin private BenchTerminal terminal = new BenchTerminal();

  AuditBenchCommand() {}

  /** Records. */
  @Command(name = "record", description = "Records a history in each of some partitions.")
  int record(
      @Parameters(paramLabel = "DIRECTORY", description = "Gets two files for each partition.")
          Path directory,
      @Option(names = "--partitions", description = "Default: 1", defaultValue = "1")
          int partitions,
      @Option(
              names = "--commands",
              description = "In each partition. Default: 2000000",
              defaultValue = "2000000")
          int commands,
      @Option(
              names = "--held",
              description = "Locks held at once in each partition. Default: 10000",
              defaultValue = "10000")
          int held)
      throws IOException {
    terminal.requireAtLeastOne("--partitions", partitions);
    terminal.requireAtLeastOne("--commands", commands);
    terminal.requireAtLeastOne("--held", held);
    Files.createDirectories(directory);
    for (int partition = 0; partition < partitions; partition++) {
      HistoryWriter.write(directory, partition, partitions, commands, held);
    }
    return 0;
  }

  /** Measures. */
  @Command(name = "verify", description = "Verifies the histories that were recorded.")
  int verify(
      @Parameters(paramLabel = "DIRECTORY", description = "Where they were recorded.")
          Path directory,
      @Option(names = "--threads", description = "As of audit verify. Default: one for each core")
          @Nullable Integer threads,
      @Option(
              names = "--check",
              paramLabel = "CHECK",
              split = ",",
              description = "Only one of the two: ${COMPLETION-CANDIDATES}.")
          @Nullable Set<Check> checks) {
    int number = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    terminal.requireAtLeastOne("--threads", number);
    RecordedHistories source = new RecordedHistories(directory);
    if (source.partitions().isEmpty()) {
      throw terminal.refusal(
          "%s has no history. Fix: bench audit record %s".formatted(directory, directory));
    }
    HistoryVerification verification =
        new HistoryVerification(
            source, Scope.ALL, checks == null ? EnumSet.allOf(Check.class) : checks, number);
    List<PartitionVerdict> verdicts = new ArrayList<>();
    long begin = System.nanoTime();
    long busy = PROCESS.getProcessCpuTime();
    verification.run(source.partitions(), history -> step -> {}, verdicts::add);
    print(verdicts, System.nanoTime() - begin, PROCESS.getProcessCpuTime() - busy);
    return Verdict.of(verdicts) == Verdict.CLEAN ? 0 : 1;
  }

  private void print(List<PartitionVerdict> verdicts, long nanos, long processorNanos) {
    long commands = verdicts.stream().mapToLong(PartitionVerdict::commands).sum();
    terminal.print(
        "%s: %,d commands and %,d events in %d partitions"
            .formatted(
                Verdict.of(verdicts),
                commands,
                verdicts.stream().mapToLong(PartitionVerdict::events).sum(),
                verdicts.size()));
    terminal.print(
        "%.1f s, %,.0f commands/s; %.1f s of processor time, %,.0f commands a second of it"
            .formatted(
                nanos / 1e9, commands / (nanos / 1e9),
                processorNanos / 1e9, commands / (processorNanos / 1e9)));
  }
}
