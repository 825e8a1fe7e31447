package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.StateJson;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.TextTable;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the locks and waiting requests at a moment. */
@Command(
    name = "state",
    description = "Shows locks and queues of a moment, after the last command up to it.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:answered", "1:no record that was read is of the account"})
final class StateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--at",
      paramLabel = "TIME|OFFSET",
      converter = MomentConverter.class,
      description =
          "ISO-8601, epoch ms, an offset of the commands, or how long ago: 25h. Default: the end.")
  private Moment at = Moment.END;

  @Option(names = "--account", paramLabel = "ID", description = "This account only.")
  private @Nullable String account;

  @Option(
      names = "--json",
      description = "Prints one line of JSON per account, as the HTTP view does.")
  private boolean json;

  StateCommand() {}

  @Override
  public Integer call() {
    Output out = json ? Terminal.json(spec) : Terminal.text(spec);
    try (AskedAccount opened = source.open(account)) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition)) {
          HistoryState state = HistoryState.at(history, at);
          if (!json && state.isUntouched()) {
            out.format("partition %d before its first command: 0 held, 0 waiting", partition);
          } else if (!json) {
            out.format(
                "partition %d at %s, offset=%d: %d held, %d waiting",
                partition,
                Instant.ofEpochMilli(state.state().header().at()),
                state.state().header().appliedOffset(),
                state.state().held().size(),
                state.state().waiting().size());
          }
          for (String name : StateJson.accounts(state)) {
            if (account == null || account.equals(name)) {
              print(out, StateJson.of(state, name));
            }
          }
        }
      }
      return Terminal.end(out, opened, spec);
    }
  }

  private void print(Output out, ObjectNode state) {
    if (json) {
      out.line(state.toString());
      return;
    }
    TextTable table =
        new TextTable(
            "account", "", "owner", "operation", "path", "since", "until", "token", "lockId");
    String name = state.path("account").asString();
    for (JsonNode lock : state.path("locks")) {
      table.add(
          name,
          "held",
          Words.owner(lock),
          lock.path("operation").asString(),
          Words.targets(lock),
          Words.time(lock.path("grantedAt").asLong()),
          Words.time(lock.path("expiresAt").asLong()),
          lock.path("token").asString(),
          lock.path("lockId").asString());
    }
    for (JsonNode waiting : state.path("waiting")) {
      table.add(
          name,
          "waits " + waiting.path("position").asString(),
          Words.owner(waiting),
          waiting.path("operation").asString(),
          Words.targets(waiting),
          Words.time(waiting.path("requestedAt").asLong()),
          Words.time(waiting.path("deadline").asLong()),
          "",
          waiting.path("lockId").asString());
    }
    table.lines().forEach(line -> out.line("  " + line));
  }
}
