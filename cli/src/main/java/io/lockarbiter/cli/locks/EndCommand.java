package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ReleaseResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Releases check-outs by force. */
@Command(
    name = "end",
    description =
        "Releases check-outs by force: others may change the files at once. Shows them and asks"
            + " you before it acts.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all have ended, or none was there",
      "1:not all: a line says which and why, or you said no",
      "64:wrong arguments",
      "70:the arbiter does not tell, or Kafka is out of reach; nothing was released"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter checkouts end --account acme 7b1e5c0a \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'ann is on leave'",
      "  lockarbiter checkouts end --account acme --sub-account ann --yes \\",
      "    --kafka kafka-1:9092 --by ops-1 --comment 'ann has left'"
    })
class EndCommand extends ActingCommand {
  @Mixin private Reason reason = new Reason();

  EndCommand(Function<LockClientOptions, LockClient> clients) {
    this(Protection.CHECK_OUT, clients);
  }

  EndCommand(Protection kind, Function<LockClientOptions, LockClient> clients) {
    super(kind, clients);
  }

  @Override
  String question(String them) {
    return "Release %s by force as %s?".formatted(them, reason.by());
  }

  @Override
  CompletableFuture<Answer> act(LockClient client, String account, ListedLock checkOut) {
    return client
        .forceRelease(account, checkOut.lockId(), reason.by(), reason.comment())
        .thenApply(result -> new Answer(hasEnded(result), message(result)));
  }

  @Override
  boolean endsThem() {
    return true;
  }

  @Override
  void requireValid(Selection selection) {
    reason.requireValid(selection, null);
  }

  private static String message(ReleaseResult result) {
    return result instanceof ReleaseResult.Released ? "released by force" : result.message();
  }

  private static boolean hasEnded(ReleaseResult result) {
    return !(result instanceof ReleaseResult.NotHolder
        || result instanceof ReleaseResult.Abandoned
        || result instanceof ReleaseResult.Refused
        || result instanceof ReleaseResult.Unanswered);
  }
}
