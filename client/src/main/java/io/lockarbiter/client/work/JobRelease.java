package io.lockarbiter.client.work;

import io.lockarbiter.client.ReleaseResult;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Releases a job's lock, and repeats that until the fate of the lock is known; otherwise the worker
 * might count a job as done that its submitter sees as lost.
 */
final class JobRelease {
  private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobRun run;
  private final Job job;
  private final HandlerEnd end;
  private final BooleanSupplier givenUp;

  /**
   * A release that is not sent yet.
   *
   * @param givenUp says whether another worker has the job meanwhile
   */
  JobRelease(JobContext context, JobRun run, Job job, HandlerEnd end, BooleanSupplier givenUp) {
    this.context = context;
    this.run = run;
    this.job = job;
    this.end = end;
    this.givenUp = givenUp;
  }

  /**
   * Sends the release; ends the job when the fate of its lock is known, or gives it up if another
   * worker has it.
   */
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
