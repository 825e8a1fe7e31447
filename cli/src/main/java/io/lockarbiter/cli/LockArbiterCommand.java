package io.lockarbiter.cli;

import io.lockarbiter.cli.audit.AuditCommand;
import io.lockarbiter.cli.locks.CheckOutsCommand;
import io.lockarbiter.cli.locks.FreezesCommand;
import io.lockarbiter.cli.locks.MoveAccountCommand;
import io.lockarbiter.cli.locks.ReleaseAllCommand;
import io.lockarbiter.cli.partitions.PartitionsCommand;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code lockarbiter} in production. */
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

  /** Runs a sub-command and exits with its code. */
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

  /** The command line with the sub-commands of production; more can be added. */
  public static CommandLine commandLine(StopSignal signal) {
    CommandLine commandLine =
        new CommandLine(new LockArbiterCommand())
            .addSubcommand(
                new CommandLine(new ServeCommand(signal))
                    .setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new PartitionsCommand())
            .addSubcommand(CheckOutsCommand.commandLine(KafkaLockClient::open))
            .addSubcommand(FreezesCommand.commandLine(signal, KafkaLockClient::open))
            .addSubcommand(new ReleaseAllCommand(KafkaLockClient::open))
            .addSubcommand(new MoveAccountCommand(signal, KafkaLockClient::open))
            .addSubcommand(
                new CommandLine(new RepairCommand()).setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new AuditCommand());
    return configured(commandLine);
  }

  /** Gives all sub-commands the same version, width of help and texts of failures. */
  public static CommandLine configured(CommandLine commandLine) {
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      subcommand.getCommandSpec().versionProvider(new VersionSource());
    }
    return commandLine
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(28)
        .setParameterExceptionHandler(
            (failure, arguments) -> misused(failure.getCommandLine(), failure))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command
                  .getErr()
                  .println(
                      VisibleText.lines(
                          command.getCommandSpec().qualifiedName()
                              + ": "
                              + FailureText.of(failure)));
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
  }

  /**
   * Reports misuse as picocli does, except that foreign text cannot send orders to the terminal,
   * and that the help of a command with options is only named: in a small window the error would
   * scroll away before it.
   */
  private static int misused(CommandLine command, ParameterException misuse) {
    PrintWriter err = command.getErr();
    String text = VisibleText.lines(String.valueOf(misuse.getMessage()));
    err.println(command.getColorScheme().errorText(text));
    if (!UnmatchedArgumentException.printSuggestions(misuse, err)) {
      if (command.getSubcommands().isEmpty()) {
        err.println("See " + command.getCommandSpec().qualifiedName() + " --help");
      } else {
        command.usage(err, command.getColorScheme());
      }
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }
}
