package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The release of one lease: sent once, and again only if nobody answered. Safe for use by many
 * threads.
 */
final class LeaseRelease {
  /** Sends a release in a turn of the loop. */
  interface Sender {
    /**
     * Releases the lock.
     *
     * @param isRepeated whether a release stayed unanswered before
     * @param settled called in a turn
     */
    void send(WorkOutcome outcome, boolean isRepeated, Consumer<ReleaseResult> settled);
  }

  /**
   * One release.
   *
   * @param settled completed in a turn of the loop; for the client itself
   * @param told completed on a thread for callbacks; for the caller
   */
  private record Asked(
      CompletableFuture<ReleaseResult> settled, CompletableFuture<ReleaseResult> told) {
    Asked() {
      this(new CompletableFuture<>(), new CompletableFuture<>());
    }

    boolean isUnanswered() {
      return settled.isDone() && settled.join() instanceof ReleaseResult.Unanswered;
    }
  }

  private final ClientContext context;
  private final Sender sender;
  private final AtomicReference<@Nullable Asked> asked = new AtomicReference<>();
  private volatile WorkOutcome ending = WorkOutcome.DONE;

  LeaseRelease(ClientContext context, Sender sender) {
    this.context = context;
    this.sender = sender;
  }

  /** Says whether the lease was released or given up. */
  boolean isAsked() {
    return asked.get() != null;
  }

  /** Sets the outcome of a release that names none. */
  void endAs(WorkOutcome outcome) {
    check(outcome);
    ending = outcome;
  }

  private static void check(WorkOutcome outcome) {
    String problem = outcome.problem();
    if (problem != null) {
      throw new IllegalArgumentException("result " + problem);
    }
  }

  CompletableFuture<ReleaseResult> send() {
    return send(ending);
  }

  CompletableFuture<ReleaseResult> send(WorkOutcome outcome) {
    check(outcome);
    Asked now = new Asked();
    Asked before = asked.get();
    if ((before == null || before.isUnanswered()) && asked.compareAndSet(before, now)) {
      context
          .loop()
          .execute(() -> sender.send(outcome, before != null, result -> settle(now, result)));
      return now.told.copy();
    }
    return Objects.requireNonNull(asked.get()).told.thenApply(LeaseRelease::again);
  }

  private static ReleaseResult again(ReleaseResult first) {
    return first instanceof ReleaseResult.Released ? new ReleaseResult.AlreadyReleased() : first;
  }

  /**
   * Completes the caller's future on its own thread, not among the lease's callbacks: a listener of
   * this lease may wait for it there.
   */
  private void settle(Asked of, ReleaseResult result) {
    of.settled.complete(result);
    context.callbacks().execute(() -> of.told.complete(result));
  }

  /** Gives the lease up instead, unless it was released; returns whether it did. */
  boolean abandon() {
    ReleaseResult result = new ReleaseResult.Abandoned();
    return asked.compareAndSet(
        null,
        new Asked(
            CompletableFuture.completedFuture(result), CompletableFuture.completedFuture(result)));
  }

  /** Waits for the answer to the release that was sent, where and as long as it may. */
  void await(String account) {
    Asked sent = asked.get();
    if (sent != null) {
      context.releaseWait().await(account, sent.settled);
    }
  }
}
