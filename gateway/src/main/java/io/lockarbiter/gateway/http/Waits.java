package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Bounds the requests that wait, in all and for each subject. Safe for use by many threads. */
public final class Waits {
  private final int most;
  private final int mostOfEach;
  private final Map<String, Integer> ofSubjects = new HashMap<>();
  private int all;

  /** Waits of which none has begun. */
  public Waits(int most, int mostOfEach) {
    this.most = most;
    this.mostOfEach = mostOfEach;
  }

  /** Requests that wait at present. */
  public synchronized int all() {
    return all;
  }

  /**
   * Takes a place for a request that may wait, until its answer is there or nobody wants it.
   *
   * @param wait zero = it does not wait, and needs no place
   */
  <T> Mono<T> within(String subject, Duration wait, Supplier<CompletableFuture<T>> asking) {
    if (wait.isZero()) {
      return Mono.fromFuture(asking);
    }
    return Mono.defer(
        () -> {
          take(subject);
          return Mono.fromFuture(asking).doFinally(end -> leave(subject));
        });
  }

  private synchronized void take(String subject) {
    int own = ofSubjects.getOrDefault(subject, 0);
    if (all >= most || own >= mostOfEach) {
      throw new BusyException(
          "as many requests wait as allowed, waiting=%d of %d, of this subject %d of %d; nothing was sent. Ask without wait, or later"
              .formatted(all, most, own, mostOfEach));
    }
    all++;
    ofSubjects.put(subject, own + 1);
  }

  private synchronized void leave(String subject) {
    all--;
    ofSubjects.computeIfPresent(subject, (name, own) -> own == 1 ? null : own - 1);
  }
}
