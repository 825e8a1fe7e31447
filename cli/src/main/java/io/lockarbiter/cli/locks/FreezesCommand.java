package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Lets an account or a folder stand still, and lists and lifts what does. */
@Command(
    name = "freezes",
    description =
        "Lets an account or a folder stand still for a backup, a migration or a legal hold; lists"
            + " what stands still, and lifts it.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64)
public final class FreezesCommand {
  private FreezesCommand() {}

  /**
   * The command with its sub-commands.
   *
   * @param signal ends a wait
   * @param clients opens a client on Kafka, for those that act
   */
  public static CommandLine commandLine(
      StopSignal signal, Function<LockClientOptions, LockClient> clients) {
    return new CommandLine(new FreezesCommand())
        .addSubcommand(new StartFreezeCommand(signal, clients))
        .addSubcommand(new ListFreezesCommand())
        .addSubcommand(new EndFreezesCommand(clients));
  }
}
