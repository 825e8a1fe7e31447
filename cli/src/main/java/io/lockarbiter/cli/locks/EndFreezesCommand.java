package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** Lifts freezes; options are those of check-outs. */
@Command(
    name = "end",
    description =
        "Lifts freezes, whoever froze: members change files again at once. Shows them and asks you"
            + " before it acts.",
    exitCodeList = {
      "0:all have ended, or none was there",
      "1:not all: a line says which and why, or you said no",
      "64:wrong arguments",
      "70:the arbiter does not tell, or Kafka is out of reach; nothing was lifted"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter freezes end --account acme 7b1e5c0a \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'the backup is done'",
      "  lockarbiter freezes end --account acme --under / --yes \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'the migration is off'"
    })
final class EndFreezesCommand extends EndCommand {
  EndFreezesCommand(Function<LockClientOptions, LockClient> clients) {
    super(Protection.FREEZE, clients);
  }
}
