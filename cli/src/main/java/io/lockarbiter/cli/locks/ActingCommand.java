package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.Question;
import io.lockarbiter.cli.text.TerminalColumns;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A command that does something to the check-outs or freezes that it has shown, once somebody
 * agrees: it reads them from an arbiter's view, and acts as a client on Kafka does.
 */
abstract class ActingCommand implements Callable<Integer> {
  private static final int NOT_ALL = 1;

  private final KafkaClients clients;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private Selection selection;
  @Mixin private KafkaOptions kafka = new KafkaOptions();

  @Parameters(
      paramLabel = "LOCKID",
      arity = "0..*",
      description = "Those with these ids only, as list shows them.")
  private List<String> lockIds = new ArrayList<>();

  @Option(names = "--yes", description = "Acts without asking.")
  private boolean yes;

  /**
   * A command.
   *
   * @param kind the kind of lock
   * @param clients opens a client on Kafka
   */
  ActingCommand(Protection kind, Function<LockClientOptions, LockClient> clients) {
    this.selection = new Selection(kind);
    this.clients = new KafkaClients(kind, clients);
  }

  /**
   * The answer to one command.
   *
   * @param isDone whether that was reached which the command is for
   * @param message a part of a sentence about the lock
   */
  record Answer(boolean isDone, String message) {}

  /**
   * Asks whether to act.
   *
   * @param them the locks, in a word or two
   */
  abstract String question(String them);

  /** Acts on one lock. */
  abstract CompletableFuture<Answer> act(LockClient client, String account, ListedLock lock);

  /** Says whether those on which it has acted are held no longer. */
  boolean endsThem() {
    return false;
  }

  /** Checks the options that only this command has. */
  abstract void requireValid(Selection selection);

  @Override
  public Integer call() throws InterruptedException {
    requireSelected();
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter writer = command.commandLine().getOut();
    Output out = Output.ofText(writer);
    TargetDeployment deployment = TargetDeployment.ofArbiter(selection.arbiter(), kafka, command);
    ListedLocks found = selection.read(lockIds);
    LocksText.lines(found, TerminalColumns.of(command)).forEach(out::line);
    out.flush();
    List<String> missing = missing(found);
    missing.forEach(line -> command.commandLine().getErr().println(VisibleText.line(line)));
    int count = found.shown().size();
    String them = count == 1 ? "it" : "these " + count;
    if (count == 0) {
      out.line("There is nothing to do.");
      out.flush();
      return missing.isEmpty() ? 0 : NOT_ALL;
    }
    if (!yes && !Question.isAgreed(question(them), writer)) {
      out.line("Nothing was done.");
      out.flush();
      return NOT_ALL;
    }
    boolean allDone = actOn(found, deployment, out) && missing.isEmpty();
    return (!endsThem() || areGone(found, command)) && allDone ? 0 : NOT_ALL;
  }

  /** Asks the arbiter again: brokers of another deployment know none of the locks. */
  private boolean areGone(ListedLocks found, CommandSpec command) throws InterruptedException {
    List<ListedLock> left =
        selection.read(found.shown().stream().map(ListedLock::lockId).toList()).shown();
    for (ListedLock lock : left) {
      String line =
          "lockId=%s is held on, as %s shows. If the answer above says otherwise, it came from another deployment with topics of the same names. Fix: --kafka=HOST:PORT of that arbiter's Kafka"
              .formatted(lock.lockId(), selection.arbiter());
      command.commandLine().getErr().println(VisibleText.line(line));
    }
    return left.isEmpty();
  }

  private void requireSelected() {
    requireValid(selection);
    lockIds.forEach(lockId -> selection.requireId("LOCKID", lockId));
    if (lockIds.isEmpty() && !selection.isNarrowed()) {
      throw selection.wrong(
          "nothing says which %s, and all of the account would be many. Fix: LOCKID, --sub-account, --under or --older-than; --under=/ is for all"
              .formatted(selection.kind().words()));
    }
  }

  /** Sentences about what was asked for and is not shown. */
  private List<String> missing(ListedLocks found) {
    List<String> missing = new ArrayList<>();
    for (String lockId : lockIds) {
      if (found.shown().stream().noneMatch(each -> each.lockId().equals(lockId))) {
        missing.add(
            "lockId=%s is no %s of account=%s that the options select; it may have ended"
                .formatted(lockId, found.kind().word(), found.account()));
      }
    }
    String leftOut = LocksText.leftOut(found);
    if (leftOut != null) {
      missing.add(leftOut);
    }
    return missing;
  }

  private boolean actOn(ListedLocks found, TargetDeployment deployment, Output out) {
    boolean allDone = true;
    try (LockClient client = clients.open(kafka, deployment)) {
      List<CompletableFuture<Answer>> answers =
          found.shown().stream()
              .map(each -> act(client, found.account(), each).exceptionally(this::failed))
              .toList();
      for (int at = 0; at < answers.size(); at++) {
        ListedLock lock = found.shown().get(at);
        Answer answer = answers.get(at).join();
        out.format(
            "lockId=%s (%s of %s): %s", lock.lockId(), lock.where(), lock.who(), answer.message());
        out.flush();
        allDone &= answer.isDone();
      }
    }
    return allDone;
  }

  private Answer failed(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return new Answer(false, messageOf(cause));
  }

  /** A part of a sentence about a lock on which it could not act. */
  String messageOf(Throwable cause) {
    return "was not asked about: " + cause.getMessage();
  }
}
