package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Hands check-outs over to another member. */
@Command(
    name = "hand-over",
    description = {
      "Hands check-outs over to another member, each in one step: nobody gets in between, and"
          + " whoever waits for one waits on. Shows them and asks you before it acts.",
      "Each is kept from now on for as long as it was asked for, for all sessions of that member,"
          + " under a lock id of its own."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all were handed over, or none was there",
      "1:not all: a line says which and why, or you said no",
      "64:wrong arguments",
      "70:the arbiter does not tell, or Kafka is out of reach; nothing was handed over"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter checkouts hand-over --account acme 7b1e5c0a --to bob \\",
      "    --kafka kafka-1:9092 --note 'from ann, until Friday'",
      "  lockarbiter checkouts hand-over --account acme --sub-account ann \\",
      "    --to bob --kafka kafka-1:9092"
    })
final class HandOverCommand extends ActingCommand {
  @Option(
      names = "--to",
      paramLabel = "ID",
      required = true,
      description = "The member, as a sub-account, who has them from then on.")
  private String to = "";

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description =
          "For whoever is refused because of them, in the place of the present note. Left out: each"
              + " keeps its own.")
  private @Nullable String note;

  HandOverCommand(Function<LockClientOptions, LockClient> clients) {
    super(Protection.CHECK_OUT, clients);
  }

  @Override
  String question(String them) {
    return "Hand %s over to %s?".formatted(them, to);
  }

  @Override
  void requireValid(Selection selection) {
    selection.requireId("--to", to);
    if (note != null) {
      try {
        LockRequest.checkOut(to, to, "/").attribute(LockFields.NOTE, note);
      } catch (IllegalArgumentException e) {
        throw selection.wrong("--note does not do: " + e.getMessage());
      }
    }
  }

  @Override
  CompletableFuture<Answer> act(LockClient client, String account, ListedLock checkOut) {
    Owner holder = new Owner(checkOut.subAccount(), checkOut.session());
    if (holder.equals(new Owner(to, null))) {
      return CompletableFuture.completedFuture(new Answer(true, to + " has it already"));
    }
    return client
        .checkedOut(account, checkOut.lockId(), holder)
        .handTo(to, note == null ? checkOut.presentNote() : note)
        .thenApply(
            handed ->
                new Answer(true, "handed over to %s as lockId=%s".formatted(to, handed.lockId())));
  }

  /** Without an answer it may be handed over or not; a refusal says that it is not. */
  @Override
  String messageOf(Throwable cause) {
    return cause instanceof LockRefusedException || cause instanceof IllegalArgumentException
        ? "was not handed over: " + cause.getMessage()
        : "may have been handed over or not, list shows whose it is: " + cause.getMessage();
  }
}
