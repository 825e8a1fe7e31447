package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Nobody is asked: everybody acts at once. */
final class NoPermission implements Permission {
  private final AtomicLong tokens = new AtomicLong();
  private final BlockingQueue<UploadTask> uploads = new LinkedBlockingQueue<>();

  @Override
  public Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      List<Hold> holding) {
    return forEver(member);
  }

  @Override
  public boolean requestUpload(UploadJob job) {
    return uploads.add(new UploadTask(job, ""));
  }

  @Override
  public @Nullable UploadTask nextUpload(Duration patience) throws InterruptedException {
    return uploads.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Hold confirm(UploadTask task) {
    return forEver(task.job().member());
  }

  @Override
  public void release(Hold hold, boolean gone) {}

  @Override
  public void close() {}

  private Hold forEver(Member member) {
    long token = tokens.incrementAndGet();
    return new Hold(member, "", token, System.nanoTime() + Duration.ofDays(1).toNanos());
  }
}
