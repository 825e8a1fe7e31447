package io.lockarbiter.cli.audit;

import picocli.CommandLine.Command;

/** Answers from the topics: the decisions, their correctness, and the holders of locks. */
@Command(
    name = "audit",
    description = {
      "Reads the two topics of a deployment, or files exported from them, and answers from them"
          + " alone. Needs no Redis, joins no group, writes nothing to Kafka; the arbiter may keep running."
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = {
      VerifyCommand.class,
      ExplainCommand.class,
      LockCommand.class,
      StateCommand.class,
      ExportCommand.class,
      DiffCommand.class,
      TimelineCommand.class,
      StatsCommand.class,
    })
public final class AuditCommand {}
