package io.lockarbiter.gateway.ask;

import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.client.ask.PendingCommands;
import io.lockarbiter.client.ask.RepeatWindows;
import io.lockarbiter.client.ask.ResendPolicy;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * Sends the commands of one instance and passes their answers on, as the Java client does ({@code
 * WIRE.md}, Reading the events). Nothing is kept beyond the requests that are under way, so every
 * other instance can go on where this one ended.
 *
 * <p>Its methods are safe for use by many threads; everything else happens in turns of the loop.
 * Futures are completed in turns, so what follows must not block.
 */
public final class CommandDesk implements EventSink {
  private static final Duration FIRST_RESEND = Duration.ofSeconds(1);

  private final DeskOptions options;
  private final ClientAddress address;
  private final EventLoop loop;
  private final PendingCommands commands;
  private final RepeatWindows windows;
  private final Map<LockKey, Acquisition> acquisitions = new HashMap<>();
  private final RecentKeys recent;
  private final BitSet read = new BitSet();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder resent = new LongAdder();
  private final LongAdder confirmed = new LongAdder();
  private boolean stopping;
  private volatile int partitions;
  private volatile boolean ready;

  /** A desk without commands; nothing is sent before {@link #opened}. */
  public CommandDesk(
      DeskOptions options,
      ClientAddress address,
      EventLoop loop,
      CommandSender sender,
      RandomGenerator random) {
    this.options = options;
    this.address = address;
    this.loop = loop;
    this.recent = new RecentKeys(loop.nanoTime());
    this.windows =
        new RepeatWindows(CommandSender.LONGEST_DELIVERY.plus(options.clockDifference()));
    this.commands =
        new PendingCommands(loop, sender, new ResendPolicy(FIRST_RESEND, random), windows, resent);
  }

  /** Begins to read every partition; the desk is ready when all of them are read. */
  public void opened(ClientEdges edges, int number) {
    loop.execute(
        () -> {
          partitions = number;
          commands.partitions(number);
          for (int partition = 0; partition < number; partition++) {
            int each = partition;
            edges.read(each, () -> loop.execute(() -> reads(each)));
          }
        });
  }

  private void reads(int partition) {
    read.set(partition);
    ready = partitions > 0 && read.cardinality() == partitions;
  }

  /** Says whether commands may be sent: all partitions are read. */
  public boolean isReady() {
    return ready;
  }

  /** The desk's monotonic clock, ns. */
  public long nanoTime() {
    return loop.nanoTime();
  }

  /** The address that comes back in the headers of the answers. */
  public String replyTo() {
    return address.replyTo();
  }

  /** An id for a command that tells the subject who sent it. */
  public String commandId(String subject) {
    return subject + "." + address.ids().next();
  }

  /** Commands without an answer, requests that wait among them. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Copies that were sent because an answer was late. */
  public long resent() {
    return resent.sum();
  }

  /** Grants that were renewed before they were answered. */
  public long confirmed() {
    return confirmed.sum();
  }

  /** Commands without any answer for longer than this. */
  public int silentFor(Duration time) {
    return commands.unansweredSince(loop.nanoTime() - time.toNanos());
  }

  /**
   * Sends a command other than an acquire, and copies of it until it is answered.
   *
   * @return its answer; fails with {@link UnansweredException} or {@link BusyException}
   */
  public CompletableFuture<TimedEvent> ask(AccountCommand command) {
    CompletableFuture<TimedEvent> answer = permitted();
    if (!answer.isDone()) {
      loop.execute(() -> commands.ask(command, answering(answer), options.answerTimeout()));
    }
    return answer;
  }

  /**
   * Asks for a lock, or asks again for one that this or another instance has asked for.
   *
   * @param age time since the caller first sent this request; zero = this is the first time
   * @param arrivedAt arrival of the request, by {@link #nanoTime}
   * @param wait longest wait while the request is queued
   * @return the answer; fails as {@link #ask} does, or with {@link LateCopyException}. Cancel it if
   *     nobody waits for it any more; the request itself is not withdrawn by that
   */
  public CompletableFuture<AcquireAnswer> acquire(
      Acquire command, String subject, Duration age, long arrivedAt, Duration wait) {
    CompletableFuture<AcquireAnswer> answer = permitted();
    if (!answer.isDone()) {
      AcquireWaiter waiter = new AcquireWaiter(answer, arrivedAt, wait);
      var unused =
          answer.whenComplete((event, failure) -> loop.execute(() -> leave(command, waiter)));
      loop.execute(() -> begin(command, subject, age, waiter));
    }
    return answer;
  }

  private <T> CompletableFuture<T> permitted() {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (!ready) {
      answer.completeExceptionally(
          new BusyException(
              "this gateway does not read the events yet, so nothing was sent; ask again in a second"));
    } else if (inFlight.incrementAndGet() > options.maxInFlight()) {
      inFlight.decrementAndGet();
      answer.completeExceptionally(
          new BusyException(
              "%d commands of this gateway are unanswered or wait, as many as allowed; nothing was sent"
                  .formatted(options.maxInFlight())));
    } else {
      var unused = answer.whenComplete((event, failure) -> inFlight.decrementAndGet());
    }
    return answer;
  }

  private void begin(Acquire command, String subject, Duration age, AcquireWaiter waiter) {
    LockKey key = new LockKey(command.account(), command.lockId());
    Acquisition under = acquisitions.get(key);
    if (under != null) {
      under.join(command, waiter);
    } else {
      boolean isNew = recent.add(key, loop.nanoTime());
      Acquisition begun = new Acquisition(this, command, subject, waiter, age, !isNew);
      acquisitions.put(key, begun);
      begun.begin();
    }
  }

  /** As {@link #ask}, in a turn, for a request that is permitted already. */
  CompletableFuture<TimedEvent> askInTurn(AccountCommand command) {
    CompletableFuture<TimedEvent> answer = new CompletableFuture<>();
    commands.ask(command, answering(answer), options.answerTimeout());
    return answer;
  }

  private void leave(Acquire command, AcquireWaiter waiter) {
    Acquisition under = acquisitions.get(new LockKey(command.account(), command.lockId()));
    if (under != null) {
      under.leave(waiter);
    }
  }

  private AnswerListener answering(CompletableFuture<TimedEvent> answer) {
    return new AnswerListener() {
      @Override
      public void answered(PendingCommand command, Event event) {
        command.done();
        answer.complete(new TimedEvent(event, command.firstSentAt()));
      }

      @Override
      public void unanswered(String why) {
        answer.completeExceptionally(new UnansweredException(why));
      }
    };
  }

  /**
   * Answers every request that waits as it stands, and from now on waits for none; before the
   * server stops.
   */
  public void stopWaiting() {
    loop.execute(
        () -> {
          stopping = true;
          List.copyOf(acquisitions.values()).forEach(Acquisition::answerQueued);
        });
  }

  boolean isStopping() {
    return stopping;
  }

  void forget(Acquisition acquisition) {
    acquisitions.remove(acquisition.key(), acquisition);
  }

  void countConfirmed() {
    confirmed.increment();
  }

  DeskOptions options() {
    return options;
  }

  EventLoop loop() {
    return loop;
  }

  PendingCommands commands() {
    return commands;
  }

  ClientAddress address() {
    return address;
  }

  /** The time until which an answer of this length makes a lock safe, sent at that time. */
  public long safeEnd(long sentAt, long safeMs) {
    return sentAt + Duration.ofMillis(safeMs).minus(options.clockDifference()).toNanos();
  }

  Renew renewal(Acquire command, String subject, String lockId) {
    return new Renew(
        commandId(subject), command.account(), command.owner(), replyTo(), lockId, null);
  }

  @Override
  public void accept(Event event) {
    if (!(event instanceof UnknownEvent)) {
      loop.execute(() -> commands.dispatch(event));
    }
  }

  @Override
  public void repeatWindow(int partition, Duration window) {
    loop.execute(() -> commands.repeatWindow(partition, window));
  }

  @Override
  public void gap(String what) {
    loop.execute(commands::askAgain);
  }
}
