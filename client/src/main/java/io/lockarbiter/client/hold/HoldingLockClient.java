package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The client between its edges: a loop, a way out, a way in. */
public final class HoldingLockClient implements LockClient {
  private final ClientParts parts;
  private final Leases leases;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final Runnable closeEdges;
  private boolean isClosed;

  /**
   * A client without locks.
   *
   * @param callbacks runs listeners and completes futures
   * @param closeEdges ends what the client was made of, on the thread that closes it
   */
  public HoldingLockClient(
      LockClientOptions options,
      ClientAddress address,
      EventLoop loop,
      CommandSender sender,
      Executor callbacks,
      RandomGenerator random,
      Runnable closeEdges) {
    this.closeEdges = closeEdges;
    this.parts = ClientParts.of(options, address, loop, sender, callbacks, random);
    this.leases = new Leases(parts, this::acquire);
  }

  /** Where events come in. */
  public EventSink sink() {
    return new EventSink() {
      @Override
      public void take(Event event) {
        parts.loop().execute(() -> HoldingLockClient.this.take(event));
      }

      @Override
      public void gap(String what) {
        parts.loop().execute(HoldingLockClient.this::afterGap);
      }
    };
  }

  private void take(Event event) {
    parts.desk().take(event);
    leases.take(event);
  }

  private void afterGap() {
    parts.counters().gaps.increment();
    parts.desk().askAgain();
    leases.renewAll();
  }

  @Override
  public CompletableFuture<Lease> acquire(LockRequest request) {
    return acquire(request, position -> {});
  }

  @Override
  public CompletableFuture<Lease> acquire(LockRequest request, QueueListener listener) {
    RequestRules.check(parts.options(), request);
    CallbackLane lane = new CallbackLane(parts.callbacks());
    FutureLease future = new FutureLease(lane, listener);
    withPlace(
        place -> {
          LeaseAcquisition acquisition =
              new LeaseAcquisition(parts, leases, request, place, future);
          future.whenSettled(() -> parts.loop().execute(acquisition::withdraw));
          start(acquisition::start, future::failed);
        },
        future::failed);
    return future.future();
  }

  @Override
  public Optional<Lease> tryAcquire(LockRequest request, Duration patience)
      throws InterruptedException {
    LockRequest waiting = request.waitingUpTo(patience);
    RequestRules.check(parts.options(), waiting);
    BlockingLease answer = new BlockingLease();
    Place place = Place.take(parts.counters().inFlight, parts.options().maxInFlight());
    LeaseAcquisition acquisition = new LeaseAcquisition(parts, leases, waiting, place, answer);
    start(acquisition::start, answer::failed);
    Duration forAnswers = parts.options().resendAfter().multipliedBy(3);
    try {
      return answer.await(patience.plus(forAnswers));
    } finally {
      parts.loop().execute(acquisition::withdraw);
    }
  }

  @Override
  public CompletableFuture<String> submit(LockRequest request) {
    RequestRules.check(parts.options(), request);
    return asked((taken, failed) -> Submission.start(parts, request, taken, failed));
  }

  @Override
  public CompletableFuture<Lease> adopt(Granted granted) {
    return adopt(granted.head().account(), granted.subject().lockId(), granted.subject().owner());
  }

  @Override
  public CompletableFuture<Lease> adopt(String account, String lockId, Owner owner) {
    LockKey key = new LockKey(account, lockId);
    return asked(
        (adopted, failed) ->
            new Adoption(parts, leases, key, owner, adopted::accept, failed).start());
  }

  @Override
  public CompletableFuture<ReleaseResult> forceRelease(
      String account, String operator, String lockId, @Nullable String comment) {
    ForceRelease force =
        new ForceRelease(
            parts.ids().next(),
            account,
            new Owner(operator, null),
            parts.replyTo(),
            lockId,
            comment);
    return asked(
        (settled, failed) ->
            ReleaseQuestion.ask(parts, force, () -> new ReleaseAnswer(null, null), settled));
  }

  /** Asks a question with one answer, in a place of its own. */
  private <T> CompletableFuture<T> asked(
      BiConsumer<Consumer<T>, Consumer<RuntimeException>> question) {
    CompletableFuture<T> future = new CompletableFuture<>();
    CallbackLane lane = new CallbackLane(parts.callbacks());
    Consumer<RuntimeException> refused =
        why -> lane.execute(() -> future.completeExceptionally(why));
    withPlace(
        place -> {
          Consumer<RuntimeException> failed =
              why -> {
                place.leave();
                refused.accept(why);
              };
          Consumer<T> answered =
              answer -> {
                place.leave();
                lane.execute(() -> future.complete(answer));
              };
          start(() -> question.accept(answered, failed), failed);
        },
        refused);
    return future;
  }

  private void withPlace(Consumer<Place> use, Consumer<RuntimeException> refused) {
    Place place;
    try {
      place = Place.take(parts.counters().inFlight, parts.options().maxInFlight());
    } catch (ClientBusyException e) {
      refused.accept(e);
      return;
    }
    use.accept(place);
  }

  private void start(Runnable start, Consumer<RuntimeException> refused) {
    parts
        .loop()
        .execute(
            () -> {
              if (isClosed) {
                refused.accept(new IllegalStateException("the lock client is closed"));
              } else {
                start.run();
              }
            });
  }

  @Override
  public LockClientStatistics statistics() {
    return parts.counters().snapshot();
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      parts.loop().execute(this::beginClosing);
      closed.join();
      closeEdges.run();
    } else {
      closed.join();
    }
  }

  private void beginClosing() {
    isClosed = true;
    EventLoop loop = parts.loop();
    parts.desk().giveUp(command -> !(command instanceof Release), "the client was closed.");
    if (parts.options().closing() == Closing.RELEASE) {
      leases.releaseAll();
    } else {
      leases.abandonAll();
    }
    loop.execute(() -> parts.desk().whenIdle(this::endClosing));
    loop.executeAt(loop.nanoTime() + parts.options().closeTimeout().toNanos(), this::endClosing);
  }

  private void endClosing() {
    if (!closed.isDone()) {
      leases.close();
      parts.desk().giveUp(command -> true, "the client was closed");
      closed.complete(null);
    }
  }
}
