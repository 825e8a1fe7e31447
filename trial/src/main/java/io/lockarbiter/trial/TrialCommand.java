package io.lockarbiter.trial;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import io.lockarbiter.trial.chaos.ChaosCommand;
import io.lockarbiter.trial.fuzz.FuzzCommand;
import io.lockarbiter.trial.simulate.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code lockarbiter} as the launcher starts it for trials. */
@Command(
    name = "lockarbiter",
    description = "Trials of the whole product, run by hand and nightly. Never in production.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class TrialCommand {
  private TrialCommand() {}

  /** Runs a trial and exits with its code. */
  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.install();
    int code = CommandLine.ExitCode.SOFTWARE;
    try {
      code = commandLine(signal).execute(arguments);
    } finally {
      signal.ended(code);
    }
    System.exit(code);
  }

  static CommandLine commandLine(StopSignal signal) {
    return LockArbiterCommand.configured(
        new CommandLine(new TrialCommand())
            .addSubcommand(new SimulateCommand())
            .addSubcommand(new ChaosCommand())
            .addSubcommand(new FuzzCommand(signal))
            .addSubcommand(BenchCommand.commandLine(signal)));
  }
}
