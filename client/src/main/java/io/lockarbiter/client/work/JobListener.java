package io.lockarbiter.client.work;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Receives the ends of jobs, for metrics and alerts. Must not block. */
public interface JobListener {
  /** A listener that does nothing. */
  JobListener NONE = new JobListener() {};

  /** The handler succeeded, and the lock was released with this result. */
  default void done(Job job, ReleaseResult release) {}

  /** The job is tried again after a pause; failure is null if the handler asked for it. */
  default void retried(Job job, @Nullable Throwable failure, Duration pause) {}

  /**
   * The job failed for the last time, with attempt {@link Job#attempt}; the lock was released with
   * this result. The failure is the handler's exception, or a {@link JobFailedException}.
   */
  default void failed(Job job, Throwable failure, ReleaseResult release) {}

  /**
   * The lease was lost, or given up because another worker has the job, before the handler ended or
   * before the arbiter knew its end. Called at the loss, while the handler may still run. The lock
   * was not released. If it is still held, the job is handed out again.
   */
  default void lost(Job job, LostReason reason) {}

  /**
   * The lock had expired, or was ended by an operator, before a worker took it over: the job is
   * lost, its handler is not called.
   */
  default void skipped(LockDetails lock, String why) {}

  /**
   * The lock had been released. Mostly an earlier run did so and told how the job ended, and its
   * worker died before it could commit that. Or a releaseAll ended the lock, and no run did the
   * work: the arbiter does not tell which. The handler is not called.
   */
  default void finished(LockDetails lock) {}

  /**
   * The lock has ended longer ago than the arbiter remembers: whether the job was done is not
   * known. The handler is not called.
   */
  default void unknown(LockDetails lock, String why) {}
}
