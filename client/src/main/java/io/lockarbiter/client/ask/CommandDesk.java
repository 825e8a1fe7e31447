package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Released;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sends commands and finds the one that an event answers. Used in the loop's turns only. */
public final class CommandDesk {
  private final EventLoop loop;
  private final CommandSender sender;
  private final ResendPolicy resendPolicy;
  private final LongAdder resent;
  private final Map<String, PendingCommand> pending = new HashMap<>();
  private @Nullable Runnable whenIdle;

  /**
   * A desk without commands.
   *
   * @param resent counts copies
   */
  public CommandDesk(
      EventLoop loop, CommandSender sender, ResendPolicy resendPolicy, LongAdder resent) {
    this.loop = loop;
    this.sender = sender;
    this.resendPolicy = resendPolicy;
    this.resent = resent;
  }

  /** Sends a command, and copies of it until it is done or was given up. */
  public PendingCommand ask(AccountCommand command, AnswerListener listener, Duration giveUpAfter) {
    return ask(new PendingCommand(this, command, listener, true, giveUpAfter), command);
  }

  /** Sends a command once. */
  public PendingCommand askOnce(
      AccountCommand command, AnswerListener listener, Duration giveUpAfter) {
    return ask(new PendingCommand(this, command, listener, false, giveUpAfter), command);
  }

  private PendingCommand ask(PendingCommand asked, AccountCommand command) {
    pending.put(command.commandId(), asked);
    asked.start();
    return asked;
  }

  /**
   * Hands an event to the command that it answers, and to the request that another command ended,
   * as far as they are there.
   */
  public void take(Event event) {
    handOver(event, pending.get(event.head().commandId()));
    if (event instanceof Released end && !end.repeated()) {
      handOver(event, pending.get(end.subject().lockId()));
    }
  }

  private static void handOver(Event event, @Nullable PendingCommand asked) {
    if (asked != null) {
      asked.take(event);
    }
  }

  /** Events may have been missed: asks again for everything that is not done. */
  public void askAgain() {
    List.copyOf(pending.values()).forEach(PendingCommand::sendAgain);
  }

  /** Gives up every such command that is not done. */
  public void giveUp(Predicate<AccountCommand> such, String why) {
    List.copyOf(pending.values()).stream()
        .filter(asked -> such.test(asked.command()))
        .forEach(asked -> asked.giveUp(why));
  }

  /** Runs a task once when no command is left. */
  public void whenIdle(Runnable task) {
    whenIdle = task;
    checkIdle();
  }

  void forget(String commandId) {
    pending.remove(commandId);
    checkIdle();
  }

  private void checkIdle() {
    Runnable task = whenIdle;
    if (task != null && pending.isEmpty()) {
      whenIdle = null;
      task.run();
    }
  }

  void countResend() {
    resent.increment();
  }

  EventLoop loop() {
    return loop;
  }

  CommandSender sender() {
    return sender;
  }

  ResendPolicy resendPolicy() {
    return resendPolicy;
  }
}
