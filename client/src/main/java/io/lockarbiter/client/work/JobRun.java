package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.hold.GrantedLock;
import io.lockarbiter.contracts.event.Granted;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One job: adopt the lock, wait for a place, call the handler, release. If the arbiter could not be
 * reached, or an earlier owner of the partition interfered, it is unknown whether the lock is still
 * held: it is adopted once more, and the handler is called again.
 *
 * <p>It ends in one of two ways. Either the job needs no further run: its lock was released, or has
 * ended otherwise, and the offset may be committed. Or it is given up, because the partition went
 * to another worker or this one stops: then nothing is released or committed, and the next worker
 * adopts the lock.
 */
final class JobRun {
  private static final long LATE_NANOS = JobDispatcher.LONGEST_START.toNanos();

  private final LockDetails lock;
  private final Object source;
  private final int bytes;
  private final Runnable ended;
  private final JobContext context;
  private volatile boolean refused;
  private boolean givenUp;
  private @Nullable Lease lease;
  private volatile LeaseLoss loss = new LeaseLoss();
  private final HandlerThread thread;
  private final JobAdoption adoption;
  private int attempt = 1;
  private @Nullable JobStart offered;
  private long offeredAt;

  /**
   * A job that has not begun; {@code bytes} is the size of its grant.
   *
   * @param ended runs when it needs no further run
   */
  JobRun(Granted granted, Object source, int bytes, Runnable ended, JobContext context) {
    this.lock = GrantedLock.of(granted);
    this.source = source;
    this.bytes = bytes;
    this.ended = ended;
    this.context = context;
    this.adoption =
        new JobAdoption(
            context, this, lock, Instant.ofEpochMilli(granted.head().at()), this::isGivenUp);
    this.thread = new HandlerThread(context.options().interrupts());
  }

  boolean belongsTo(Object other) {
    return source == other;
  }

  int bytes() {
    return bytes;
  }

  /** Takes over the lock; tells the dispatcher when it has it. */
  void adopt() {
    adoption.begin();
  }

  /** Notes that it has its lock. */
  void adopted(Lease adopted) {
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

  /** Calls the handler, because there is a place for the job. */
  void start() {
    JobStart start;
    synchronized (this) {
      start = new JobStart(this, Objects.requireNonNull(lease, "a job starts with its lock"));
      offered = start;
      loss.handling(true);
      offeredAt = context.timers().nanoTime();
    }
    try {
      context.handlers().execute(start);
    } catch (RuntimeException | Error e) {
      if (!start.takeBack()) {
        throw e;
      }
      refused(e);
    }
  }

  /** Takes the job back from an executor that drops tasks silently, or has too much to do. */
  void takeBackIfLate() {
    JobStart late;
    synchronized (this) {
      late = context.timers().nanoTime() - offeredAt >= LATE_NANOS ? offered : null;
    }
    if (late != null && late.takeBack()) {
      refused(new IllegalStateException("the handler has not begun within 60 s"));
    }
  }

  /** Handles a refusal by the executor; its lock is kept alive, so it may wait for a thread. */
  private void refused(Throwable why) {
    loss.handling(false);
    if (isGivenUp()) {
      finish();
    } else {
      if (!refused) {
        refused = true;
        context.reports().refused(lock, why);
      }
      context.dispatcher().refused(this);
    }
  }

  /** Calls the handler, on the thread of the executor. */
  void handle(Lease adopted) {
    Job job = job(adopted);
    HandlerEnd end = new HandlerEnd(JobOutcome.DONE, null);
    if (begin(adopted)) {
      end = HandlerEnd.of(context.handler(), job);
      thread.end();
    }
    loss.handling(false);
    LostReason reason = lostReason(adopted, end);
    if (reason != null) {
      lost(job, reason);
      return;
    }
    Duration pause =
        end.pause(context.options().retries(), job.attempt(), ThreadLocalRandom.current());
    if (pause == null) {
      last(job, end);
    } else {
      rest(job, end, pause);
    }
  }

  private synchronized Job job(Lease of) {
    return new Job(of, attempt);
  }

  /** Waits for another attempt with its lock kept alive; another job may get its place. */
  private void rest(Job job, HandlerEnd end, Duration pause) {
    synchronized (this) {
      attempt++;
    }
    Runnable taken = () -> context.reports().retried(job, end.failure(), pause);
    if (!context.dispatcher().rest(this, pause, taken)) {
      last(
          job,
          HandlerEnd.failed(
              "as many jobs wait for another attempt as may, half of readAhead=%d"
                  .formatted(context.options().readAhead()),
              end.cause()));
      return;
    }
    LostReason reason = lostReason(job.lease(), end);
    if (reason != null && context.dispatcher().retract(this)) {
      lost(job, reason);
    }
  }

  /** Fails the job, because there is no other attempt. */
  private void last(Job job, HandlerEnd end) {
    if (end.success() == null && begin(job.lease())) {
      try {
        context.options().failureHandler().handle(job, end.cause());
      } catch (Throwable e) { // the job has failed already
        context.reports().failureHandlerFailed(job, e);
      } finally {
        thread.end();
      }
    }
    loss.handling(false);
    LostReason reason = lostReason(job.lease(), end);
    if (reason == null) {
      new JobRelease(context, this, job, end, this::isGivenUp).send();
    } else {
      lost(job, reason);
    }
  }

  /** Begins; returns whether the lease is still valid. */
  private synchronized boolean begin(Lease adopted) {
    if (loss.reason() == null && !adopted.isValid()) { // nothing was done yet
      loss.happened(new LostReason.Unreachable(), context.timers().nanoTime());
    }
    boolean stands = loss.reason() == null && !givenUp;
    if (stands) {
      loss.handling(true);
      thread.begin();
    }
    return stands;
  }

  private void lost(Lease of, LostReason reason) {
    boolean tells;
    synchronized (this) {
      if (of != lease) {
        return;
      }
      loss.happened(reason, context.timers().nanoTime());
      tells = loss.isToldNow();
      thread.interrupt();
    }
    if (tells) {
      context.reports().lost(job(of), reason);
    }
    if (context.dispatcher().retract(this)) {
      lost(job(of), reason);
    }
  }

  /** The reason why this run may not release the lock; null if it may. */
  private synchronized @Nullable LostReason lostReason(Lease adopted, HandlerEnd end) {
    if (givenUp || end.isTakenOver()) {
      return new LostReason.Abandoned();
    }
    LostReason reason = loss.reason();
    return reason == null && !adopted.isValid() ? new LostReason.Unreachable() : reason;
  }

  private void lost(Job job, LostReason reason) {
    job.lease().abandon();
    if (loss.isToldFirst()) {
      context.reports().lost(job, reason);
    }
    if (isGivenUp()) {
      finish();
    } else if (reason instanceof LostReason.Unreachable || reason instanceof LostReason.Abandoned) {
      again();
    } else {
      ended.run();
      finish();
    }
  }

  /** Adopts the lock again, because only the arbiter knows whether it is still held. */
  private void again() {
    synchronized (this) {
      lease = null;
      loss = new LeaseLoss();
      attempt = 1;
    }
    context.dispatcher().again(this);
    adoption.beginLater();
  }

  /** Ends the job: its lock has ended, and it needs no further run. */
  void ended(Runnable report) {
    ended.run();
    report.run();
    finish();
  }

  /** Gives the job up, because another worker gets it. */
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

  /** Says whether its handler runs on although the lease was lost a while ago. */
  boolean isOverdue() {
    return loss.isOverdue(context.timers().nanoTime());
  }

  private synchronized boolean isGivenUp() {
    return givenUp;
  }

  private void finish() {
    context.dispatcher().ended(this);
  }
}
