package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A command that is not done: unanswered, or a request that waits. Used in the loop's turns only.
 */
public final class PendingCommand {
  private final CommandDesk desk;
  private final AccountCommand command;
  private final AnswerListener listener;
  private final boolean resends;
  private final long firstSentAt;
  private long nextSendAt;
  private long giveUpAt;
  private int sends;
  private boolean done;
  private volatile @Nullable String lastFailure;

  PendingCommand(
      CommandDesk desk,
      AccountCommand command,
      AnswerListener listener,
      boolean resends,
      Duration giveUpAfter) {
    this.desk = desk;
    this.command = command;
    this.listener = listener;
    this.resends = resends;
    this.firstSentAt = desk.loop().nanoTime();
    this.giveUpAt = firstSentAt + giveUpAfter.toNanos();
  }

  /** When it was first sent: earlier than it can have been appended. */
  public long firstSentAt() {
    return firstSentAt;
  }

  /** How many copies were sent. */
  public int sends() {
    return sends;
  }

  /** Nothing more is expected. */
  public void done() {
    done = true;
    desk.forget(command.commandId());
  }

  /** It was answered, but the end is to come: a copy asks how it stands from time to time. */
  public void waits(Duration askAgainAfter, Duration giveUpAfterFirstSend) {
    nextSendAt = desk.loop().nanoTime() + askAgainAfter.toNanos();
    giveUpAt = firstSentAt + giveUpAfterFirstSend.toNanos();
  }

  void start() {
    send();
    watch();
  }

  void take(Event event) {
    if (event.head().account().equals(command.account())) {
      listener.take(event);
    }
  }

  AccountCommand command() {
    return command;
  }

  void giveUp(String why) {
    done();
    listener.unanswered(why);
  }

  /** Events may have been missed, the answer among them. */
  void sendAgain() {
    if (resends && !done) {
      desk.countResend();
      send();
    }
  }

  private void send() {
    sends++;
    nextSendAt = desk.loop().nanoTime() + desk.resendPolicy().delayAfter(sends);
    desk.sender().send(command, failure -> lastFailure = failure);
  }

  private void watch() {
    long wakeAt = resends && nextSendAt - giveUpAt < 0 ? nextSendAt : giveUpAt;
    desk.loop().executeAt(wakeAt, this::wake);
  }

  private void wake() {
    if (done) {
      return;
    }
    long now = desk.loop().nanoTime();
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
    long waitedMs = (desk.loop().nanoTime() - firstSentAt) / 1_000_000;
    return "no answer to %s commandId=%s account=%s within %d ms, sent %d times%s; is an arbiter running?"
        .formatted(
            command.getClass().getSimpleName(),
            command.commandId(),
            command.account(),
            waitedMs,
            sends,
            lastFailure == null ? "" : ", last failure: " + lastFailure);
  }
}
