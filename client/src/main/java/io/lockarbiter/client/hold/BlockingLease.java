package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request that a thread waits for; needs no callback thread, which may be the one that waits. */
final class BlockingLease implements AcquisitionListener {
  private static final long FOR_EVER = Long.MAX_VALUE;

  private final CompletableFuture<HeldLease> answer = new CompletableFuture<>();
  private final QueueReports reports;
  private volatile boolean queued;

  BlockingLease(SerialExecutor callbacks, QueueListener listener) {
    reports = new QueueReports(callbacks, listener);
  }

  /** Waits without a time-out, because every request is answered or given up at some time. */
  Lease await() throws InterruptedException {
    try {
      return answer(FOR_EVER);
    } catch (TimeoutException e) {
      throw new AssertionError("never", e);
    }
  }

  /** Waits at most for the patience; empty if others blocked the request all the time. */
  Optional<Lease> await(Duration patience) throws InterruptedException {
    try {
      return Optional.of(answer(patience.toNanos()));
    } catch (LockRefusedException refused) {
      if (refused.reason() == RejectReason.CONFLICT
          || refused.reason() == RejectReason.WAIT_TIMEOUT) {
        return Optional.empty();
      }
      throw refused;
    } catch (TimeoutException e) {
      Optional<Lease> justNow = abandon();
      if (justNow.isPresent() || queued) {
        return justNow;
      }
      throw new ArbiterUnreachableException(
          "no answer within %d ms; the request is withdrawn. Is an arbiter running?"
              .formatted(patience.toMillis()));
    }
  }

  private Lease answer(long patienceNanos) throws InterruptedException, TimeoutException {
    try {
      return answer.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e);
    } catch (InterruptedException e) {
      var unused = abandon().map(Lease::release);
      throw e;
    }
  }

  /**
   * Gives up waiting: a lease that comes later is released, but one that came just before is
   * returned.
   */
  private Optional<Lease> abandon() {
    answer.cancel(/* mayInterruptIfRunning= */ false);
    return answer.isCompletedExceptionally() ? Optional.empty() : Optional.of(answer.join());
  }

  @Override
  public void queued(Queued event) {
    queued = true;
    reports.tell(event);
  }

  @Override
  public void granted(HeldLease lease) {
    if (!answer.complete(lease)) {
      var unused = lease.release();
    }
  }

  @Override
  public void failed(RuntimeException why) {
    answer.completeExceptionally(why);
  }
}
