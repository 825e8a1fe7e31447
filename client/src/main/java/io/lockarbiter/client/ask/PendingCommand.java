package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A command that is not done: unanswered, or a request that waits. Used in the loop's turns only.
 */
public final class PendingCommand {
  private final PendingCommands commands;
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
    commands.forget(command.commandId());
  }

  /** It was answered, but the end is to come: a copy asks how it stands from time to time. */
  public void waits(Duration askAgainAfter, Duration giveUpAfterFirstSend) {
    nextSendAt = commands.loop().nanoTime() + askAgainAfter.toNanos();
    giveUpAt = firstSentAt + giveUpAfterFirstSend.toNanos();
  }

  void start() {
    commands.add(this);
    send();
    watch();
  }

  /** Says whether it is of this account; ids are unique within one only. */
  boolean isOf(String account) {
    return account.equals(command.account());
  }

  AnswerListener listener() {
    return listener;
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
      commands.countResend();
      send();
    }
  }

  private void send() {
    sends++;
    nextSendAt = commands.loop().nanoTime() + commands.resendPolicy().delayAfter(sends);
    commands.sender().send(command, failure -> lastFailure = failure);
  }

  private void watch() {
    long wakeAt = resends && nextSendAt - giveUpAt < 0 ? nextSendAt : giveUpAt;
    commands.loop().executeAt(wakeAt, this::wake);
  }

  private void wake() {
    if (done) {
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
