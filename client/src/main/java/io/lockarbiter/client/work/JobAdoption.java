package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.ReleaseReason;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * Takes over a job's lock; tries until the arbiter says that the lock is held, or how it has ended.
 */
final class JobAdoption {
  private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobRun run;
  private final LockDetails lock;
  private final Instant grantedAt;
  private final BooleanSupplier givenUp;

  /**
   * An adoption that has not begun.
   *
   * @param grantedAt log time of the grant
   * @param givenUp says whether another worker has the job meanwhile
   */
  JobAdoption(
      JobContext context,
      JobRun run,
      LockDetails lock,
      Instant grantedAt,
      BooleanSupplier givenUp) {
    this.context = context;
    this.run = run;
    this.lock = lock;
    this.grantedAt = grantedAt;
    this.givenUp = givenUp;
  }

  /** Begins; tells the job when it has the lock, or when the lock has ended. */
  void begin() {
    CompletableFuture<Lease> adoption =
        context.client().adopt(lock.account(), lock.lockId(), lock.owner(), grantedAt);
    var unused =
        adoption.whenComplete(
            (lease, failure) -> {
              if (failure == null) {
                run.adopted(lease);
              } else {
                failed(
                    failure instanceof CompletionException e && e.getCause() != null
                        ? e.getCause()
                        : failure);
              }
            });
  }

  private void failed(Throwable failure) {
    if (givenUp.getAsBoolean()) {
      finish();
    } else if (failure instanceof LockWithdrawnException end) {
      run.ended(() -> ended(end.reason(), String.valueOf(end.getMessage())));
    } else if (failure instanceof LockRefusedException) {
      run.ended(() -> context.reports().unknown(lock, String.valueOf(failure.getMessage())));
    } else if (failure instanceof LockException) {
      beginLater();
    } else {
      context.stop().accept(failure);
      finish();
    }
  }

  private void ended(ReleaseReason reason, String how) {
    switch (reason) {
      case RELEASED -> context.reports().finished(lock);
      case EXPIRED, FORCED, CANCELLED, REPLACED, SESSION_ENDED ->
          context.reports().skipped(lock, how);
      case UNKNOWN -> context.reports().unknown(lock, how);
    }
  }

  /** Tries again after a pause. */
  void beginLater() {
    context
        .timers()
        .executeAt(
            context.timers().nanoTime() + AGAIN_NANOS,
            () -> {
              if (givenUp.getAsBoolean()) {
                finish();
              } else {
                begin();
              }
            });
  }

  private void finish() {
    context.dispatcher().ended(run);
  }
}
