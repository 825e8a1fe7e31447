package io.lockarbiter.client.tracing;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.contracts.lock.Owner;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client that makes its requests observations {@code lockarbiter.acquire} and {@code
 * lockarbiter.submit}, from the call to the answer; a wait in the queue is an event of them. If the
 * registry traces, the trace travels with the lock as {@code traceparent}; otherwise nothing more
 * is sent.
 */
public final class ObservedLockClient implements LockClient {
  private final LockClient client;
  private final ObservationRegistry registry;

  /**
   * Observes the requests to a client.
   *
   * @param client the client that does the work; it is closed with this one
   */
  public ObservedLockClient(LockClient client, ObservationRegistry registry) {
    this.client = client;
    this.registry = registry;
  }

  private ObservedRequest acquiring(LockRequest request) {
    return ObservedRequest.start("acquire", request, registry);
  }

  @Override
  public Lease acquire(LockRequest request) throws InterruptedException {
    return acquire(request, position -> {});
  }

  @Override
  public Lease acquire(LockRequest request, QueueListener listener) throws InterruptedException {
    ObservedRequest observed = acquiring(request);
    return observed.during(() -> client.acquire(observed.request(), observed.queued(listener)));
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LockRequest request) {
    return acquireAsync(request, position -> {});
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LockRequest request, QueueListener listener) {
    ObservedRequest observed = acquiring(request);
    return observed.until(() -> client.acquireAsync(observed.request(), observed.queued(listener)));
  }

  @Override
  public Optional<Lease> tryAcquire(LockRequest request, Duration patience)
      throws InterruptedException {
    ObservedRequest observed = acquiring(request);
    return observed.during(() -> client.tryAcquire(observed.request(), patience));
  }

  @Override
  public Ticket submit(String pool, LockRequest request) {
    ObservedRequest observed = ObservedRequest.start("submit", request, registry);
    return observed.until(() -> client.submit(pool, observed.request()), Ticket::submitted);
  }

  @Override
  public Ticket submit(String pool, LockRequest request, String lockId) {
    ObservedRequest observed = ObservedRequest.start("submit", request, registry);
    return observed.until(() -> client.submit(pool, observed.request(), lockId), Ticket::submitted);
  }

  @Override
  public CompletableFuture<Lease> adopt(String account, String lockId, Owner owner) {
    return client.adopt(account, lockId, owner);
  }

  @Override
  public CompletableFuture<Lease> adopt(
      String account, String lockId, Owner owner, Instant grantedAt) {
    return client.adopt(account, lockId, owner, grantedAt);
  }

  @Override
  public CompletableFuture<CheckOut> checkOut(
      LockRequest request, Duration keep, @Nullable String note) {
    ObservedRequest observed = acquiring(request);
    return observed.until(() -> client.checkOut(observed.request(), keep, note));
  }

  @Override
  public CompletableFuture<CheckOut> checkOut(
      LockRequest request, Duration keep, @Nullable String note, String lockId) {
    ObservedRequest observed = acquiring(request);
    return observed.until(() -> client.checkOut(observed.request(), keep, note, lockId));
  }

  @Override
  public CheckOut checkedOut(String account, String lockId, Owner owner) {
    return client.checkedOut(account, lockId, owner);
  }

  @Override
  public CompletableFuture<ReleaseResult> forceRelease(
      String account, String lockId, String operator, @Nullable String comment) {
    return client.forceRelease(account, lockId, operator, comment);
  }

  @Override
  public CompletableFuture<ReleaseAllResult> releaseAll(String account, Owner owner) {
    return client.releaseAll(account, owner);
  }

  @Override
  public CompletableFuture<ReleaseAllResult> releaseAllSessions(String account, String subAccount) {
    return client.releaseAllSessions(account, subAccount);
  }

  @Override
  public CompletableFuture<YieldResult> askToYield(
      String account,
      String lockId,
      Owner asker,
      @Nullable Duration grace,
      @Nullable String comment) {
    return client.askToYield(account, lockId, asker, grace, comment);
  }

  @Override
  public LockSession keepAlive(String account, Owner owner, Duration lease)
      throws InterruptedException {
    return client.keepAlive(account, owner, lease);
  }

  @Override
  public LockSession keepAlive(String account, String subAccount, Duration lease)
      throws InterruptedException {
    return client.keepAlive(account, subAccount, lease);
  }

  @Override
  public CompletableFuture<LockSession> keepAliveAsync(
      String account, Owner owner, Duration lease) {
    return client.keepAliveAsync(account, owner, lease);
  }

  @Override
  public LockClientStatistics statistics() {
    return client.statistics();
  }

  @Override
  public LockClientHealth health() {
    return client.health();
  }

  @Override
  public void close() {
    client.close();
  }
}
