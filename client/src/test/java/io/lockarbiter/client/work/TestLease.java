package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.client.hold.GrantedLock;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease that ends when the test says so, and records the calls to it. */
final class TestLease implements Lease {
  final List<String> calls = new CopyOnWriteArrayList<>();
  private final Granted granted;
  private final long run;
  private final List<Consumer<LostReason>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable LostReason lost;
  private int denials;

  TestLease(Granted granted, long run) {
    this.granted = granted;
    this.run = run;
  }

  /** Makes it invalid for the next question only. */
  synchronized void denyOnce() {
    denials++;
  }

  void lose(LostReason reason) {
    synchronized (this) {
      if (lost != null) {
        return;
      }
      lost = reason;
    }
    listeners.forEach(listener -> listener.accept(reason));
  }

  @Override
  public String account() {
    return granted.head().account();
  }

  @Override
  public LockDetails lock() {
    return GrantedLock.of(granted);
  }

  @Override
  public long token() {
    return granted.token();
  }

  @Override
  public long run() {
    return run;
  }

  @Override
  public synchronized boolean isValid() {
    if (denials > 0) {
      denials--;
      return false;
    }
    return lost == null;
  }

  @Override
  public Duration remaining() {
    return isValid() ? Duration.ofSeconds(30) : Duration.ZERO;
  }

  @Override
  public CompletableFuture<Boolean> confirm() {
    return CompletableFuture.completedFuture(isValid());
  }

  @Override
  public CompletableFuture<Lease> acquireMore(LockRequest request) {
    throw new UnsupportedOperationException("no test asks for more");
  }

  @Override
  public void onLost(Consumer<LostReason> listener) {
    listeners.add(listener);
    LostReason reason;
    synchronized (this) {
      reason = lost;
    }
    if (reason != null) {
      listener.accept(reason);
    }
  }

  @Override
  public void onWarning(Consumer<Duration> listener) {
    throw new UnsupportedOperationException("no test asks for warnings");
  }

  @Override
  public void onYieldRequested(Consumer<YieldRequest> listener) {
    throw new UnsupportedOperationException("no test asks for it");
  }

  @Override
  public CompletableFuture<Boolean> decline(String why) {
    throw new UnsupportedOperationException("no test declines");
  }

  @Override
  public void abandon() {
    calls.add("abandon");
    lose(new LostReason.Abandoned());
  }

  @Override
  public void endAs(WorkOutcome outcome) {
    throw new UnsupportedOperationException("no test sets the outcome");
  }

  @Override
  public CompletableFuture<ReleaseResult> release() {
    return release(WorkOutcome.DONE);
  }

  @Override
  public CompletableFuture<ReleaseResult> release(WorkOutcome outcome) {
    calls.add(outcome.gone() ? "release gone" : "release");
    return CompletableFuture.completedFuture(new ReleaseResult.Released(Duration.ofSeconds(1)));
  }

  @Override
  public void close() {
    var unused = release();
  }
}
