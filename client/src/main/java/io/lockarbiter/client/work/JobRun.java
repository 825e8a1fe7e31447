package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.contracts.event.Granted;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One job: adopt the lock, wait for a place, call the handler, release. Where the arbiter could not
 * be reached, or an earlier owner of the partition got between, nobody knows whether the lock is
 * held still: it is adopted once more, and the handler called again.
 *
 * <p>It ends in one of two ways. Either the job needs no further run: its lock was released, or has
 * ended otherwise, and the offset may be committed. Or it is given up, because the partition went
 * to another worker or this one stops: then nothing is released or committed, and the next worker
 * adopts the lock.
 */
final class JobRun {
  private static final long ADOPT_AGAIN_MS = 1000;

  private final Granted granted;
  private final PartitionProgress progress;
  private final long offset;
  private final int bytes;
  private final JobContext context;
  private volatile boolean refused;
  private boolean givenUp;
  private @Nullable Lease lease;
  private @Nullable LostReason lost;
  private @Nullable Thread thread;

  /** A job that has not begun; its grant has so many bytes. */
  JobRun(Granted granted, PartitionProgress progress, long offset, int bytes, JobContext context) {
    this.granted = granted;
    this.progress = progress;
    this.offset = offset;
    this.bytes = bytes;
    this.context = context;
    progress.begin(offset);
  }

  boolean belongsTo(PartitionProgress other) {
    return progress == other;
  }

  int bytes() {
    return bytes;
  }

  /** Takes over the lock; tells the dispatcher when it has. */
  void adopt() {
    CompletableFuture<Lease> adoption = context.client().adopt(granted);
    var unused =
        adoption.whenComplete(
            (adopted, failure) -> {
              if (failure == null) {
                adopted(adopted);
              } else {
                notAdopted(
                    failure instanceof CompletionException e && e.getCause() != null
                        ? e.getCause()
                        : failure);
              }
            });
  }

  private void adopted(Lease adopted) {
    boolean late;
    synchronized (this) {
      lease = adopted;
      late = givenUp;
    }
    if (late) {
      adopted.abandon();
      finish();
      return;
    }
    adopted.onLost(reason -> lost(adopted, reason));
    context.dispatcher().ready(this);
  }

  /** There is a place: calls the handler. */
  void start() {
    Lease adopted;
    synchronized (this) {
      adopted = Objects.requireNonNull(lease, "a job starts with its lock");
    }
    AtomicBoolean begun = new AtomicBoolean();
    try {
      context.handlers().execute(() -> handleOnce(adopted, begun));
    } catch (RuntimeException | Error e) {
      if (begun.getAndSet(true)) {
        throw e;
      }
      refused(e);
    }
  }

  /** Whatever becomes of a task that an executor refused, or ran already. */
  private void handleOnce(Lease adopted, AtomicBoolean begun) {
    if (!begun.getAndSet(true)) {
      handle(adopted);
    }
  }

  /** Its lock is kept alive, so it may wait for a thread. */
  private void refused(Throwable why) {
    if (isGivenUp()) {
      finish();
    } else {
      if (!refused) {
        refused = true;
        context.reports().refused(granted, why);
      }
      context.dispatcher().refused(this);
    }
  }

  private void notAdopted(Throwable failure) {
    if (isGivenUp()) {
      finish();
    } else if (failure instanceof LockRefusedException
        || failure instanceof LockWithdrawnException) {
      progress.end(offset);
      context.reports().skipped(granted, String.valueOf(failure.getMessage()));
      finish();
    } else if (failure instanceof LockException) {
      adoptLater();
    } else {
      context.stop().accept(failure);
      finish();
    }
  }

  private void adoptLater() {
    CompletableFuture.delayedExecutor(ADOPT_AGAIN_MS, TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (isGivenUp()) {
                finish();
              } else {
                adopt();
              }
            });
  }

  private void handle(Lease adopted) {
    Job job = new Job(granted, adopted);
    JobOutcome outcome = JobOutcome.DONE;
    Throwable failure = null;
    if (begin(adopted)) {
      try {
        outcome = context.handler().handle(job);
      } catch (Throwable e) {
        failure = e;
      } finally {
        end();
      }
    }
    LostReason reason = lostReason(adopted, failure);
    if (reason == null) {
      release(job, outcome, failure);
    } else {
      lost(job, reason);
    }
  }

  /** Answers whether the lease still stands. */
  private synchronized boolean begin(Lease adopted) {
    if (lost == null && !adopted.isValid()) {
      lost =
          new LostReason.Unreachable(); // also if a renewal is answered just now: nothing was done
    }
    boolean stands = lost == null && !givenUp;
    thread = stands ? Thread.currentThread() : null;
    return stands;
  }

  /** From here on the thread is somebody else's. */
  private synchronized void end() {
    thread = null;
    boolean unused = Thread.interrupted();
  }

  private void lost(Lease of, LostReason reason) {
    synchronized (this) {
      if (of != lease) {
        return;
      }
      lost = reason;
      if (thread != null && context.interrupts()) {
        thread.interrupt();
      }
    }
    if (context.dispatcher().retract(this)) {
      lost(new Job(granted, of), reason);
    }
  }

  /** Why the lock is not ours to release; null if it is. */
  private synchronized @Nullable LostReason lostReason(Lease adopted, @Nullable Throwable failure) {
    if (givenUp || refusal(failure) instanceof FencingRefusal.TakenOver) {
      return new LostReason.Abandoned();
    }
    if (lost == null && !adopted.isValid()) {
      return new LostReason.Unreachable();
    }
    return lost;
  }

  private void lost(Job job, LostReason reason) {
    job.lease().abandon();
    context.reports().lost(job, reason);
    if (isGivenUp()) {
      finish();
    } else if (reason instanceof LostReason.Unreachable || reason instanceof LostReason.Abandoned) {
      again();
    } else {
      progress.end(offset);
      finish();
    }
  }

  /** Whether the lock is held still only the arbiter knows. */
  private void again() {
    synchronized (this) {
      lease = null;
      lost = null;
    }
    context.dispatcher().again(this);
    adoptLater();
  }

  private void release(Job job, JobOutcome outcome, @Nullable Throwable failure) {
    boolean gone = failure == null && outcome == JobOutcome.GONE;
    var unused =
        job.lease()
            .release(gone)
            .thenAccept(result -> released(job, failure, result))
            .whenComplete((nothing, unanswered) -> finish());
  }

  private void released(Job job, @Nullable Throwable failure, ReleaseResult result) {
    progress.end(offset);
    if (failure == null || refusal(failure) instanceof FencingRefusal.Done) {
      context.reports().done(job, result);
    } else {
      context.reports().failed(job, failure, result);
    }
  }

  private static @Nullable FencingRefusal refusal(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedException fenced) {
        return fenced.refusal();
      }
    }
    return null;
  }

  /** Another worker gets this job. */
  void giveUp() {
    Lease held;
    synchronized (this) {
      givenUp = true;
      held = lease;
    }
    if (held != null) {
      held.abandon();
    }
    if (context.dispatcher().retract(this)) {
      finish();
    }
  }

  private synchronized boolean isGivenUp() {
    return givenUp;
  }

  private void finish() {
    context.dispatcher().ended(this);
  }
}
