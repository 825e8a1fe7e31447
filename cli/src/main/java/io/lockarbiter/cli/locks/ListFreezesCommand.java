package io.lockarbiter.cli.locks;

import picocli.CommandLine.Command;

/** Lists the freezes of an account. */
@Command(
    name = "list",
    description =
        "Lists the freezes of an account, the oldest first: who, path, since, until, lockId and"
            + " note. Asks an arbiter over HTTP.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all that match are shown, or none matches",
      "1:some that match are left out, or may be",
      "64:wrong arguments",
      "70:the arbiter does not tell"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter freezes list --account acme",
      "  lockarbiter freezes list --account acme --older-than 2h --json"
    })
final class ListFreezesCommand extends ListCommand {
  ListFreezesCommand() {
    super(Protection.FREEZE);
  }
}
