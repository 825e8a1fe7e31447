package io.lockarbiter.client.work;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.hold.EndedBefore;
import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs the ends of jobs, and calls the listener; a listener that throws harms no job.
 */
final class JobReports {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  private final JobListener listener;
  final LongAdder done = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder lost = new LongAdder();
  final LongAdder skipped = new LongAdder();
  final LongAdder finished = new LongAdder();
  final LongAdder unknown = new LongAdder();

  JobReports(JobListener listener) {
    this.listener = listener;
  }

  /** Reports the end of a handler and the release of its lock. */
  void released(Job job, HandlerEnd end, ReleaseResult release) {
    LostReason lost = lost(release);
    if (end.success() == null) {
      failed(job, end.cause(), release);
    } else if (lost != null) {
      lost(job, lost);
    } else {
      done(job, release);
    }
  }

  /** The reason why the lock had ended before its release; null if it had not. */
  private static @Nullable LostReason lost(ReleaseResult release) {
    LostReason told = EndedBefore.lost(release);
    if (told != null) {
      return told;
    }
    boolean ranOut =
        release instanceof ReleaseResult.NotHeld || release instanceof ReleaseResult.Refused;
    return ranOut ? new LostReason.Expired(null) : null;
  }

  private void done(Job job, ReleaseResult release) {
    log(() -> LOG.debug("job {} done: {}", ids(job.account(), job.lockId()), release.message()));
    done.increment();
    tell(() -> listener.done(job, release));
  }

  void retried(Job job, @Nullable Throwable failure, Duration pause) {
    log(
        () ->
            LOG.debug(
                "job {} attempt={} is tried again in {} ms: {}",
                ids(job.account(), job.lockId()),
                job.attempt(),
                pause.toMillis(),
                failure == null ? "the handler asked for it" : failure.toString()));
    retried.increment();
    tell(() -> listener.retried(job, failure, pause));
  }

  private void failed(Job job, Throwable failure, ReleaseResult release) {
    log(
        () ->
            LOG.warn(
                "job {} failed, attempts={}; its lock: {}; it is not tried again. Mend the handler, and ask for a new lock if the work is still wanted",
                ids(job.account(), job.lockId()),
                job.attempt(),
                release.message(),
                failure));
    failed.increment();
    tell(() -> listener.failed(job, failure, release));
  }

  void lost(Job job, LostReason reason) {
    log(
        () ->
            LOG.warn(
                "the lease of job {} was lost: {}; where the lock is held still, the job is handed out again",
                ids(job.account(), job.lockId()),
                reason.message()));
    lost.increment();
    tell(() -> listener.lost(job, reason));
  }

  void skipped(LockDetails lock, String why) {
    log(
        () ->
            LOG.warn(
                "job {} is lost, its lock had ended before a worker had it: {}. Ask again if the work is still wanted; more workers, or a longer lease, if that happens often",
                ids(lock.account(), lock.lockId()),
                why));
    skipped.increment();
    tell(() -> listener.skipped(lock, why));
  }

  /** Reports a job whose lock was released before; its outcome was told then. */
  void finished(LockDetails lock) {
    log(
        () ->
            LOG.debug(
                "job {} had ended before: an earlier run or a releaseAll has released its lock",
                ids(lock.account(), lock.lockId())));
    finished.increment();
    tell(() -> listener.finished(lock));
  }

  void unknown(LockDetails lock, String why) {
    log(
        () ->
            LOG.warn(
                "job {} has ended, how is not known: {} Look whether its work was done, and ask again if it is still wanted",
                ids(lock.account(), lock.lockId()),
                why));
    unknown.increment();
    tell(() -> listener.unknown(lock, why));
  }

  /** Reports a refused job; it keeps its lock, and is offered again. */
  void refused(LockDetails lock, Throwable why) {
    log(
        () ->
            LOG.warn(
                "job {} got no thread: the executor of the worker's options failed ({}). Its lock is kept, and it is offered again; an executor with as many threads as the worker's concurrency refuses none",
                ids(lock.account(), lock.lockId()),
                String.valueOf(why)));
  }

  /** Reports an exception of the failure handler; the job stays failed. */
  void failureHandlerFailed(Job job, Throwable why) {
    log(
        () ->
            LOG.warn(
                "the handler of the last failure failed at {}; the lock is released all the same. Mend that handler, it has to record failed jobs",
                ids(job.account(), job.lockId()),
                why));
  }

  private static String ids(String account, String lockId) {
    return VisibleText.line("account=%s lockId=%s".formatted(account, lockId));
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      log(() -> LOG.warn("a job listener failed; mend it, jobs go on", e));
    }
  }

  private static void log(Runnable line) {
    try {
      line.run();
    } catch (Throwable e) { // a logger that fails cannot be reported, and ends no job
      return;
    }
  }
}
