package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Permits everything at once, without asking an arbiter. */
final class NoPermission implements Permission {
  private final AtomicLong tokens = new AtomicLong();
  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
  private final CompletableFuture<UploadHandler> handler = new CompletableFuture<>();

  @Override
  public Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      @Nullable Hold holding) {
    return next();
  }

  @Override
  public void release(Hold hold, boolean gone) {}

  @Override
  public CompletableFuture<Void> requestUpload(UploadJob job) {
    return handler.thenAcceptAsync(
        served -> {
          try {
            served.upload(job, next());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        workers);
  }

  @Override
  public CompletableFuture<Void> serveUploads(UploadHandler served) {
    handler.complete(served);
    return new CompletableFuture<>();
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }

  private Hold next() {
    return new Hold(tokens.incrementAndGet(), null);
  }
}
