package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The commands that are not done, by account and id. Used in the loop's turns only, but for {@link
 * #unansweredSince}.
 */
public final class PendingCommands {
  private final EventLoop loop;
  private final CommandSender sender;
  private final ResendPolicy resendPolicy;
  private final RepeatWindows windows;
  private final LongAdder resent;
  private final Map<LockKey, PendingCommand> pending = new ConcurrentHashMap<>();
  private @Nullable Runnable whenIdle;

  /**
   * A collection without commands.
   *
   * @param resent counts copies
   */
  public PendingCommands(
      EventLoop loop,
      CommandSender sender,
      ResendPolicy resendPolicy,
      RepeatWindows windows,
      LongAdder resent) {
    this.loop = loop;
    this.sender = sender;
    this.resendPolicy = resendPolicy;
    this.windows = windows;
    this.resent = resent;
  }

  /**
   * Sends a command, and copies of it until it is done or given up. Copies of an acquire end while
   * they are still certain to be recognised.
   */
  public void ask(AccountCommand command, AnswerListener listener, Duration giveUpAfter) {
    new PendingCommand(this, command, listener, /* resends= */ true, giveUpAfter).start();
  }

  /** Sends a command once. */
  public void askOnce(AccountCommand command, AnswerListener listener, Duration giveUpAfter) {
    new PendingCommand(this, command, listener, /* resends= */ false, giveUpAfter).start();
  }

  /** Says whether a command of this id is not done. */
  public boolean isPending(String account, String commandId) {
    return pending.containsKey(new LockKey(account, commandId));
  }

  /** The number of commands that are not done. */
  public int count() {
    return pending.size();
  }

  /**
   * The number of commands that were first sent before the given time and have no answer so far;
   * for every thread.
   */
  public int unansweredSince(long nanos) {
    return (int) pending.values().stream().filter(asked -> asked.isSilentSince(nanos)).count();
  }

  /**
   * Says whether a copy of an acquire is certain to be recognised, given that its lock was held or
   * waited at {@code openAt} of the loop's clock.
   */
  public boolean isRecognised(String account, long openAt) {
    return loop.nanoTime() - openAt < windows.usable(windows.of(account)).toNanos();
  }

  /** The time after the first send of an acquire during which copies of it are recognised. */
  public Duration recognisedFor(String account) {
    return windows.usable(windows.of(account));
  }

  /** Drops a command, if it is pending; its answer no longer matters. */
  public void cancel(String account, String commandId) {
    PendingCommand asked = pending.get(new LockKey(account, commandId));
    if (asked != null) {
      asked.done();
    }
  }

  /**
   * Passes an event to the command that it answers, and to the request that another command ended,
   * if these are pending.
   */
  public void dispatch(Event event) {
    for (String commandId : concerned(event)) {
      PendingCommand asked = pending.get(new LockKey(event.head().account(), commandId));
      if (asked != null) {
        asked.listener().answered(asked, event);
      }
    }
  }

  private static List<String> concerned(Event event) {
    if (event instanceof Told || isAskedByAWaiter(event)) {
      return List.of();
    }
    return event instanceof Released end && !end.repeated()
        ? List.of(end.head().commandId(), end.subject().lockId())
        : List.of(event.head().commandId());
  }

  /**
   * Says whether a request that waits asks for the lock. Such an event has the id of the lock's
   * acquire, but answers no copy of it.
   */
  private static boolean isAskedByAWaiter(Event event) {
    return event instanceof YieldRequested asked
        && asked.subject().lockId().equals(asked.head().commandId());
  }

  /** Asks again for every pending command, because events may have been missed. */
  public void askAgain() {
    List.copyOf(pending.values()).forEach(PendingCommand::sendAgain);
  }

  /** Sets the number of partitions of the topics; must be called before any command is sent. */
  public void partitions(int number) {
    windows.partitions(number);
  }

  /** Sets the time for which a partition remembers ended ids from now on. */
  public void repeatWindow(int partition, Duration window) {
    windows.told(partition, window);
    pending.values().forEach(PendingCommand::windowTold);
  }

  /** Gives up every pending command that matches. */
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

  void add(PendingCommand asked) {
    pending.put(keyOf(asked), asked);
  }

  void forget(PendingCommand asked) {
    pending.remove(keyOf(asked));
    checkIdle();
  }

  private static LockKey keyOf(PendingCommand asked) {
    return new LockKey(asked.command().account(), asked.command().commandId());
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

  RepeatWindows windows() {
    return windows;
  }

  ResendPolicy resendPolicy() {
    return resendPolicy;
  }
}
