package io.lockarbiter.client.work;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is told how jobs end; for metrics and alerts. Must not block. */
public interface JobListener {
  /** Tells nobody. */
  JobListener NONE = new JobListener() {};

  /** The handler ended well, and the lock is released as said. */
  default void done(Job job, ReleaseResult release) {}

  /** The job is tried again after a pause; failure is null if the handler asked for it. */
  default void retried(Job job, @Nullable Throwable failure, Duration pause) {}

  /**
   * The job failed for the last time, with attempt {@link Job#attempt}; the lock is released as
   * said. The failure is what the handler threw, or a {@link JobFailedException}.
   */
  default void failed(Job job, Throwable failure, ReleaseResult release) {}

  /**
   * The lease was lost, or given up because another worker has the job, before the handler ended or
   * before the arbiter knew that it had. The lock was not released. If it is held still, the job is
   * handed out again.
   */
  default void lost(Job job, LostReason reason) {}

  /** The lock had ended before a worker had it: the job is lost, its handler is not called. */
  default void skipped(LockDetails lock, String why) {}
}
