package io.lockarbiter.client.work;

import io.lockarbiter.client.ReleaseResult;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The release of a job's lock, sent until it is known what became of the lock: else the worker
 * would count as done what its submitter is told as lost.
 */
final class JobRelease {
  private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobRun run;
  private final Job job;
  private final HandlerEnd end;
  private final BooleanSupplier givenUp;

  /**
   * Not sent yet.
   *
   * @param givenUp whether the job is another worker's meanwhile
   */
  JobRelease(JobContext context, JobRun run, Job job, HandlerEnd end, BooleanSupplier givenUp) {
    this.context = context;
    this.run = run;
    this.job = job;
    this.end = end;
    this.givenUp = givenUp;
  }

  /** Ends the job when it is known what became of its lock; gives it up if another has it. */
  void send() {
    var unused = job.lease().release(end.told()).thenAccept(this::answered);
  }

  private void answered(ReleaseResult result) {
    boolean isUnanswered = result instanceof ReleaseResult.Unanswered;
    boolean isLeft = result instanceof ReleaseResult.Abandoned;
    if (!isUnanswered && !isLeft) {
      run.ended(() -> context.reports().released(job, end, result));
    } else if (isLeft || givenUp.getAsBoolean()) {
      context.dispatcher().ended(run);
    } else {
      context.dispatcher().again(run);
      context.timers().executeAt(context.timers().nanoTime() + AGAIN_NANOS, this::send);
    }
  }
}
