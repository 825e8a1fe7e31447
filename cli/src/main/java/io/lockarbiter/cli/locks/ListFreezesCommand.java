package io.lockarbiter.cli.locks;

import picocli.CommandLine.Command;

/** Lists the freezes of an account; options and exit codes are those of check-outs. */
@Command(
    name = "list",
    description =
        "Lists the freezes of an account, the oldest first: who, path, since, until, lockId and"
            + " note. Asks an arbiter over HTTP.",
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
