package io.lockarbiter.gateway.ask;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One HTTP request that waits for the answer to an acquire; compared by identity. */
final class AcquireWaiter {
  private final CompletableFuture<AcquireAnswer> answer;
  private final long arrivedAt;
  private final long until;

  AcquireWaiter(CompletableFuture<AcquireAnswer> answer, long arrivedAt, Duration wait) {
    this.answer = answer;
    this.arrivedAt = arrivedAt;
    this.until = arrivedAt + wait.toNanos();
  }

  CompletableFuture<AcquireAnswer> answer() {
    return answer;
  }

  /** The arrival of the request. */
  long arrivedAt() {
    return arrivedAt;
  }

  /** The time from which {@code queued} is an answer. */
  long until() {
    return until;
  }
}
