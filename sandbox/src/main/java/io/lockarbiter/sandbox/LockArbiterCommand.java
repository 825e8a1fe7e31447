package io.lockarbiter.sandbox;

import io.lockarbiter.sandbox.audit.AuditCommand;
import io.lockarbiter.sandbox.bench.BenchCommand;
import io.lockarbiter.sandbox.demo.DemoCommand;
import io.lockarbiter.sandbox.run.StopSignal;
import io.lockarbiter.sandbox.scenarios.EmptyStores;
import io.lockarbiter.sandbox.scenarios.RedisStores;
import io.lockarbiter.sandbox.scenarios.ScenariosCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code lockarbiter}. */
@Command(
    name = "lockarbiter",
    description =
        "Lock Arbiter: path locks for file products, commands in over Kafka, decisions out.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionSource.class,
    sortOptions = false,
    footer = {
      "",
      "Start with:",
      "  lockarbiter demo              sub-accounts at work in one tree of real files",
      "  lockarbiter demo --no-locks   the same without the arbiter, and what breaks",
      "  lockarbiter demo --starve     a deletion that uploads cannot starve, and its bound",
      "  lockarbiter demo --rate max   how many commands per second it decides here",
      "  lockarbiter up                an arbiter to talk to, with lines for kcat"
    })
public final class LockArbiterCommand {
  private LockArbiterCommand() {}

  /** Runs a sub-command and leaves with its exit code. */
  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.install();
    int code = CommandLine.ExitCode.SOFTWARE;
    try (RedisStores stores = new RedisStores()) {
      code = commandLine(signal, stores).execute(arguments);
    } finally {
      signal.ended(code);
    }
    System.exit(code);
  }

  static CommandLine commandLine(StopSignal signal, EmptyStores redisStores) {
    CommandLine commandLine =
        new CommandLine(new LockArbiterCommand())
            .addSubcommand(new DemoCommand(signal))
            .addSubcommand(new UpCommand(signal))
            .addSubcommand(
                new CommandLine(new ServeCommand(signal))
                    .setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new ScenariosCommand(redisStores))
            .addSubcommand(new AuditCommand())
            .addSubcommand(new BenchCommand());
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
