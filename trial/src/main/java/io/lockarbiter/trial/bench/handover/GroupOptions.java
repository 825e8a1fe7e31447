package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.trial.bench.stage.BenchOptions;
import picocli.CommandLine.Option;

/** What a benchmark is told of its instances. */
public final class GroupOptions {
  private static final int LEAST_SESSION_MS = 1_000;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Option(
      names = "--threads",
      description = "Of an instance. Default: ${DEFAULT-VALUE}",
      defaultValue = "2")
  private int threads;

  @Option(
      names = "--session-timeout-ms",
      description = "After which a silent member is dead. Default: ${DEFAULT-VALUE}",
      defaultValue = "6000")
  private int sessionTimeoutMs;

  /** The settings, checked. */
  public GroupSettings checked(BenchOptions bench) {
    bench.requireAtLeastOne("--partitions", partitions);
    bench.requireAtLeastOne("--threads", threads);
    bench.requireAtLeast("--session-timeout-ms", sessionTimeoutMs, LEAST_SESSION_MS);
    return new GroupSettings(partitions, threads, sessionTimeoutMs);
  }
}
