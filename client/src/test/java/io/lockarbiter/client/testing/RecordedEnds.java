package io.lockarbiter.client.testing;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records how jobs ended, each with the lock's id. */
public final class RecordedEnds implements JobListener {
  private final List<String> reports = new CopyOnWriteArrayList<>();

  /** A listener that has heard of no end. */
  public RecordedEnds() {}

  /** The ends so far. */
  public List<String> reports() {
    return reports;
  }

  @Override
  public void done(Job job, ReleaseResult release) {
    reports.add("done " + job.lockId());
  }

  @Override
  public void failed(Job job, Throwable failure, ReleaseResult release) {
    reports.add("failed " + job.lockId() + " " + failure.getMessage());
  }

  @Override
  public void lost(Job job, LostReason reason) {
    reports.add("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
  }

  @Override
  public void skipped(LockDetails lock, String why) {
    reports.add("skipped " + lock.lockId());
  }

  @Override
  public void finished(LockDetails lock) {
    reports.add("finished " + lock.lockId());
  }

  @Override
  public void unknown(LockDetails lock, String why) {
    reports.add("unknown " + lock.lockId());
  }
}
