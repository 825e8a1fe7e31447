package io.lockarbiter.trial.bench;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.commit.CommitBenchCommand;
import io.lockarbiter.trial.bench.console.ConsoleBenchCommand;
import io.lockarbiter.trial.bench.decide.DecideBenchCommand;
import io.lockarbiter.trial.bench.decide.FootprintBenchCommand;
import io.lockarbiter.trial.bench.decide.MemoryBenchCommand;
import io.lockarbiter.trial.bench.decide.WaitBenchCommand;
import io.lockarbiter.trial.bench.guard.GuardBenchCommand;
import io.lockarbiter.trial.bench.handover.HandoverBenchCommand;
import io.lockarbiter.trial.bench.jobs.JobsBenchCommand;
import io.lockarbiter.trial.bench.lateness.LatenessBenchCommand;
import io.lockarbiter.trial.bench.neighbours.NeighboursBenchCommand;
import io.lockarbiter.trial.bench.overload.OverloadBenchCommand;
import io.lockarbiter.trial.bench.peers.PeersBenchCommand;
import io.lockarbiter.trial.bench.scale.ScaleBenchCommand;
import io.lockarbiter.trial.bench.soak.SoakBenchCommand;
import io.lockarbiter.trial.bench.tus.TusBenchCommand;
import io.lockarbiter.trial.bench.worst.WorstBenchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lockarbiter bench}: what decisions, audits and leases cost. */
@Command(
    name = "bench",
    description =
        "Measure decisions in Redis: cost by the number of held locks, what stays behind, and the"
            + " longest call that hostile input causes; how fast histories are verified; what a client pays for the leases it holds, and a storage for its fencing guard; how long"
            + " partitions stand still when instances come and go, and whether all is right after"
            + " many such minutes; rates beside other systems; what more masters and instances share;"
            + " what a commit costs; how late what is due becomes an event; what an account that"
            + " does harm costs its neighbours; what is left of more than can be decided; what becomes of"
            + " jobs whose workers are killed, and of uploads whose servers are; how fast the console shows"
            + " an event.",
    subcommands = {
      DecideBenchCommand.class,
      WaitBenchCommand.class,
      WorstBenchCommand.class,
      FootprintBenchCommand.class,
      MemoryBenchCommand.class,
      AuditBenchCommand.class,
      ClientBenchCommand.class,
      GuardBenchCommand.class
    },
    mixinStandardHelpOptions = true)
public final class BenchCommand {
  BenchCommand() {}

  /** The command with all its sub-commands; those that start processes end early at the signal. */
  public static CommandLine commandLine(StopSignal signal) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new HandoverBenchCommand(signal))
        .addSubcommand(new SoakBenchCommand(signal))
        .addSubcommand(new PeersBenchCommand(signal))
        .addSubcommand(new ScaleBenchCommand(signal))
        .addSubcommand(new CommitBenchCommand(signal))
        .addSubcommand(new LatenessBenchCommand(signal))
        .addSubcommand(new NeighboursBenchCommand(signal))
        .addSubcommand(new OverloadBenchCommand(signal))
        .addSubcommand(new JobsBenchCommand(signal))
        .addSubcommand(new TusBenchCommand(signal))
        .addSubcommand(new ConsoleBenchCommand(signal));
  }
}
