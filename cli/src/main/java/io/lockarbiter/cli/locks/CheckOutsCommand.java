package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Lists the check-outs of an account, and frees what they keep. */
@Command(
    name = "checkouts",
    description =
        "Lists what the members of an account have checked out, asks them to let go, ends"
            + " check-outs by force, or hands them over to another member; carries them over to"
            + " another deployment.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64)
public final class CheckOutsCommand {
  private CheckOutsCommand() {}

  /**
   * The command with its sub-commands.
   *
   * @param clients opens a client on Kafka, for those that act
   */
  public static CommandLine commandLine(Function<LockClientOptions, LockClient> clients) {
    return new CommandLine(new CheckOutsCommand())
        .addSubcommand(new ListCommand())
        .addSubcommand(new AskCommand(clients))
        .addSubcommand(new EndCommand(clients))
        .addSubcommand(new HandOverCommand(clients))
        .addSubcommand(new CarryOverCommand(clients));
  }
}
