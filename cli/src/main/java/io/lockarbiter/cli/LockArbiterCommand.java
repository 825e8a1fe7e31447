package io.lockarbiter.cli;

import io.lockarbiter.cli.audit.AuditCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code lockarbiter}, as production has it. */
@Command(
    name = "lockarbiter",
    description =
        "Lock Arbiter: path locks for file products, commands in over Kafka, decisions out.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionSource.class,
    sortOptions = false)
public final class LockArbiterCommand {
  private LockArbiterCommand() {}

  /** Runs a sub-command and leaves with its exit code. */
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

  /** The sub-commands that production has; more can be added. */
  public static CommandLine commandLine(StopSignal signal) {
    CommandLine commandLine =
        new CommandLine(new LockArbiterCommand())
            .addSubcommand(
                new CommandLine(new ServeCommand(signal))
                    .setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new AuditCommand());
    return configured(commandLine);
  }

  /** The same version, width of help and texts of failures for all sub-commands. */
  public static CommandLine configured(CommandLine commandLine) {
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      subcommand.getCommandSpec().versionProvider(new VersionSource());
    }
    return commandLine
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(28)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command
                  .getErr()
                  .println(
                      "lockarbiter " + command.getCommandName() + ": " + FailureText.of(failure));
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
  }
}
