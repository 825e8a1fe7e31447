package io.lockarbiter.trial.bench;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.audit.AuditBenchCommand;
import io.lockarbiter.trial.bench.decide.DecideBenchCommand;
import io.lockarbiter.trial.bench.gateway.GatewayBenchCommand;
import io.lockarbiter.trial.bench.peers.PeersBenchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lockarbiter bench}: the cost of decisions, alone and beside other systems. */
@Command(
    name = "bench",
    description = "Measure decisions in Redis, and rates beside other systems.",
    subcommands = {DecideBenchCommand.class, AuditBenchCommand.class},
    mixinStandardHelpOptions = true)
public final class BenchCommand {
  BenchCommand() {}

  /** The command with all its sub-commands; those that start processes end early at the signal. */
  public static CommandLine commandLine(StopSignal signal) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new PeersBenchCommand(signal))
        .addSubcommand(new GatewayBenchCommand(signal));
  }
}
