package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueueListener;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The requests for leases of one client. Safe for use by many threads. */
final class LeaseRequests {
  private final ClientContext context;
  private final Leases leases;
  private final Owners owners;
  private final Opening opening;
  private final ClientClosing closing;
  private final ShortWaiters shortWaiters;

  LeaseRequests(
      ClientContext context, Leases leases, Owners owners, Opening opening, ClientClosing closing) {
    this.context = context;
    this.leases = leases;
    this.owners = owners;
    this.opening = opening;
    this.closing = closing;
    this.shortWaiters = new ShortWaiters(context.loop());
  }

  /** A way to wait for a lease. */
  interface Wait<T> {
    T on(BlockingLease answer) throws InterruptedException;
  }

  /** Asks for a lease. */
  CompletableFuture<Lease> acquireAsync(LockRequest request, QueueListener listener) {
    RequestRules.checkAsking(request);
    RequestRules.check(context.options(), request);
    FutureLease future = new FutureLease(context.callbacks(), listener);
    try {
      LeaseAcquisition acquisition = acquisition(request, future);
      future.whenSettled(() -> context.loop().execute(acquisition::withdraw));
      start(request.account(), acquisition::start, future::failed);
    } catch (ClientBusyException e) {
      future.failed(e);
    }
    return future.future();
  }

  /** Asks for a lease and waits for it; withdraws the request if it is not granted in that time. */
  <T> T acquire(LockRequest request, QueueListener listener, Wait<T> wait)
      throws InterruptedException {
    RequestRules.check(context.options(), request);
    BlockingLease answer = new BlockingLease(context.callbacks(), listener);
    LeaseAcquisition acquisition = acquisition(request, answer);
    start(request.account(), acquisition::start, answer::failed);
    try {
      return wait.on(answer);
    } finally {
      context.loop().execute(acquisition::withdraw);
    }
  }

  private LeaseAcquisition acquisition(LockRequest request, AcquisitionListener listener) {
    return new LeaseAcquisition(
        context,
        this,
        leases,
        shortWaiters,
        request,
        owners.of(request),
        context.permit(),
        listener);
  }

  /** Starts a request in a turn of its own, as soon as the client would see its answer. */
  void start(String account, Runnable start, Consumer<RuntimeException> refused) {
    context
        .loop()
        .execute(
            () -> {
              if (closing.hasBegun()) {
                refused.accept(ClientClosing.refusal());
              } else {
                opening.start(account, start, refused);
              }
            });
  }
}
