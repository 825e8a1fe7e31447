package io.lockarbiter.sandbox;

import io.lockarbiter.sandbox.demo.DemoCommand;
import io.lockarbiter.sandbox.run.StopSignal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code lockarbiter}. */
@Command(
    name = "lockarbiter",
    description =
        "Lock Arbiter: path locks for file products, commands in over Kafka, decisions out.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionSource.class,
    sortOptions = false,
    footer = {
      "",
      "Start with:",
      "  lockarbiter demo              sub-accounts at work in one tree of real files",
      "  lockarbiter demo --no-locks   the same without the arbiter, and what breaks",
      "  lockarbiter demo --rate max   how many commands per second it decides here",
      "  lockarbiter up                an arbiter to talk to, with lines for kcat"
    })
public final class LockArbiterCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this help and ends.")
  private boolean helpWanted;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version and ends.")
  private boolean versionWanted;

  private LockArbiterCommand() {}

  /** Runs a sub-command and leaves with its exit code. */
  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.install();
    int code = commandLine(signal).execute(arguments);
    signal.ended(code);
    System.exit(code);
  }

  static CommandLine commandLine(StopSignal signal) {
    return new CommandLine(new LockArbiterCommand())
        .addSubcommand(new DemoCommand(signal))
        .addSubcommand(new UpCommand(signal))
        .addSubcommand(new ServeCommand(signal))
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(28)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command
                  .getErr()
                  .println(
                      "lockarbiter " + command.getCommandName() + ": " + FailureText.of(failure));
              return CommandLine.ExitCode.SOFTWARE;
            });
  }
}
