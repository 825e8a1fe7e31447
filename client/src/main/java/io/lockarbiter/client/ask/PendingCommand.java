package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Queued;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A command that is not done: it is unanswered, or its request waits. Used in the loop's turns
 * only.
 */
public final class PendingCommand {
  private final PendingCommands commands;
  private final AccountCommand command;
  private final AnswerListener listener;
  private final boolean resends;
  private final long firstSentAt;
  private long openAt;
  private long nextSendAt;
  private long giveUpAt;
  private long wakeAt;
  private volatile boolean queued;
  private int sends;
  private boolean done;
  private @Nullable String lastFailure;

  PendingCommand(
      PendingCommands commands,
      AccountCommand command,
      AnswerListener listener,
      boolean resends,
      Duration giveUpAfter) {
    this.commands = commands;
    this.command = command;
    this.listener = listener;
    this.resends = resends;
    this.firstSentAt = commands.loop().nanoTime();
    this.openAt = firstSentAt;
    this.giveUpAt = firstSentAt + giveUpAfter.toNanos();
  }

  /** The time of the first send, which is before any append. */
  public long firstSentAt() {
    return firstSentAt;
  }

  /** The number of sends, copies included. */
  public int sends() {
    return sends;
  }

  /** Ends the command, as no more answers are expected. */
  public void done() {
    done = true;
    commands.forget(this);
  }

  /**
   * Notes that the request waits. It had not ended in the log before this answer, so copies are
   * recognised for a window from there on; they ask for its state from time to time.
   *
   * @param since log time, epoch ms, no earlier than the first send
   */
  public void waits(
      Queued answer, long since, Duration askAgainAfter, Duration giveUpAfterFirstSend) {
    queued = true;
    Duration inTheLog = Duration.ofMillis(answer.head().at() - since);
    openAt = firstSentAt + inTheLog.toNanos();
    long now = commands.loop().nanoTime();
    long left = Math.max(0, copiesEndAt() - now);
    long soon = commands.resendPolicy().delayAfter(1);
    nextSendAt = now + Math.max(soon, Math.min(askAgainAfter.toNanos(), left / 2));
    giveUpAt = firstSentAt + giveUpAfterFirstSend.toNanos();
    watch();
  }

  /** Says whether it was first sent before the given time and has no answer; for every thread. */
  boolean isSilentSince(long nanos) {
    return !queued && firstSentAt - nanos < 0;
  }

  /** Notes that the repeat window of its partition may have changed. */
  void windowTold() {
    watch();
  }

  /**
   * The time from which a copy might not be recognised: it would be decided as a new request. The
   * last known window counts, because the end of the request comes after the event that told it, or
   * the client would know the end.
   */
  private long copiesEndAt() {
    return openAt + commands.windows().usable(window()).toNanos();
  }

  private Duration window() {
    return commands.windows().of(command.account());
  }

  /**
   * Says whether a copy may be sent. Only ids of acquires are forgotten. Copies of other commands
   * may come at any time; that of a releaseAll ends also what was acquired since, as RULES.md says.
   */
  private boolean mayBeCopied(long at) {
    return resends && (!(command instanceof Acquire) || at - copiesEndAt() < 0);
  }

  void start() {
    commands.add(this);
    send();
    watch();
  }

  AnswerListener listener() {
    return listener;
  }

  AccountCommand command() {
    return command;
  }

  void giveUp(String why) {
    if (done) {
      return;
    }
    done();
    listener.unanswered(why);
  }

  /** Sends the command again, because the answer may be among missed events. */
  void sendAgain() {
    if (!done && mayBeCopied(commands.loop().nanoTime())) {
      commands.countResend();
      send();
    }
  }

  private void send() {
    sends++;
    nextSendAt = commands.loop().nanoTime() + commands.resendPolicy().delayAfter(sends);
    commands.sender().send(command, failure -> commands.loop().execute(() -> failed(failure)));
  }

  private void failed(SendFailure failure) {
    lastFailure = failure.what();
    if (failure.isFinal() && !done) {
      giveUp(
          "%s commandId=%s account=%s cannot be sent, and trying again would not help: %s."
              .formatted(
                  command.getClass().getSimpleName(),
                  command.commandId(),
                  command.account(),
                  failure.what()));
    }
  }

  private void watch() {
    long now = commands.loop().nanoTime();
    long next = nextSendAt - now < 0 ? now : nextSendAt;
    long due = mayBeCopied(next) && next - giveUpAt < 0 ? next : giveUpAt;
    wakeAt = due;
    commands.loop().executeAt(due, () -> wake(due));
  }

  private void wake(long due) {
    if (done || due != wakeAt) {
      return;
    }
    long now = commands.loop().nanoTime();
    if (now - giveUpAt >= 0) {
      giveUp(why());
      return;
    }
    if (now - nextSendAt >= 0) {
      sendAgain();
    }
    watch();
  }

  private String why() {
    long waitedMs = (commands.loop().nanoTime() - firstSentAt) / 1_000_000;
    return "no answer to %s commandId=%s account=%s within %d ms, sent %d times%s%s; is an arbiter running?"
        .formatted(
            command.getClass().getSimpleName(),
            command.commandId(),
            command.account(),
            waitedMs,
            sends,
            whyNoCopies(),
            lastFailure == null ? "" : ", last failure: " + lastFailure);
  }

  /** The reason why copies ended before the command was given up; empty if they did not. */
  private String whyNoCopies() {
    if (!resends || mayBeCopied(commands.loop().nanoTime())) {
      return "";
    }
    return window().isZero()
        ? ", then no copies because no event of its partition has told how long ended ids are remembered"
        : ", then no more copies because ended ids are remembered for repeatMs=%d only and a copy may be %d ms on its way"
            .formatted(window().toMillis(), commands.windows().onTheWay().toMillis());
  }
}
