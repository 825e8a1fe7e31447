package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.text.DurationConverter;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks members to let go of check-outs. */
@Command(
    name = "ask",
    description = {
      "Asks the members to let go of check-outs. Shows them and asks you before it acts.",
      "The request is an event that the member's application reads. The member decides,"
          + " unless you give a time: then the check-out is released by force."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all were asked, or none was there",
      "1:not all: a line says which and why, or you said no",
      "64:wrong arguments",
      "70:the arbiter does not tell, or Kafka is out of reach; nobody was asked"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter checkouts ask --account acme --sub-account ann --older-than 30d \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'are you still at it?'",
      "  lockarbiter checkouts ask --account acme 7b1e5c0a --grace 10m \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'the folder moves at noon'"
    })
final class AskCommand extends ActingCommand {
  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Time after which a check-out is released by force: up to 10m of log time.")
  private @Nullable Duration grace;

  @Mixin private Reason reason = new Reason();

  AskCommand(Function<LockClientOptions, LockClient> clients) {
    super(Protection.CHECK_OUT, clients);
  }

  @Override
  String question(String them) {
    return "Ask for the release of %s as %s?".formatted(them, reason.by());
  }

  @Override
  CompletableFuture<Answer> act(LockClient client, String account, ListedLock checkOut) {
    return client
        .askToYield(
            account, checkOut.lockId(), new Owner(reason.by(), null), grace, reason.comment())
        .thenApply(result -> new Answer(result instanceof YieldResult.Asked, result.message()));
  }

  @Override
  void requireValid(Selection selection) {
    reason.requireValid(selection, grace);
  }
}
