package io.lockarbiter.sandbox.demo;

import java.time.Duration;

/** A worker of the upload pool: takes granted uploads and writes the files. */
final class UploadWorker implements Runnable {
  private static final Duration PATIENCE = Duration.ofMillis(200);
  private static final long NEEDED_NANOS = Duration.ofSeconds(5).toNanos();

  private final Workload workload;

  UploadWorker(Workload workload) {
    this.workload = workload;
  }

  @Override
  public void run() {
    workload.guard(
        () -> {
          while (!workload.uploadsEnded()) {
            UploadTask task = workload.permission().nextUpload(PATIENCE);
            if (task != null) {
              work(task);
              workload.uploadDone();
            }
          }
        });
  }

  private void work(UploadTask task) throws InterruptedException {
    Hold hold = workload.permission().confirm(task);
    if (hold == null) {
      return;
    }
    if (hold.lasts(NEEDED_NANOS)) {
      workload.work().upload(workload.tree(task.job().member()), task.job(), hold);
    }
    workload.permission().release(hold, false);
  }
}
