package io.lockarbiter.client.hold;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.contracts.event.Queued;
import java.util.concurrent.CompletableFuture;

/** The future of a request; a lease that arrives after it was cancelled is released. */
final class FutureLease implements AcquisitionListener {
  private final SerialExecutor callbacks;
  private final QueueReports reports;
  private final CompletableFuture<Lease> future = new CompletableFuture<>();

  FutureLease(SerialExecutor callbacks, QueueListener listener) {
    this.callbacks = callbacks;
    this.reports = new QueueReports(callbacks, listener);
  }

  CompletableFuture<Lease> future() {
    return future;
  }

  /** Runs a task when the client or the caller completes the future. */
  void whenSettled(Runnable task) {
    var unused = future.whenComplete((lease, failure) -> task.run());
  }

  @Override
  public void queued(Queued event) {
    reports.tell(event);
  }

  @Override
  public void granted(HeldLease lease) {
    callbacks.execute(
        () -> {
          if (!future.complete(lease)) {
            var unused = lease.release();
          }
        });
  }

  @Override
  public void failed(RuntimeException why) {
    callbacks.execute(() -> future.completeExceptionally(why));
  }
}
