package io.lockarbiter.gateway.policy;

import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The questions without an answer, by their digests. Equal ones wait for one answer, if it would
 * count for them once it is kept. A question goes on when nobody waits for it any more, because the
 * engine works on it all the same. Safe for use by many threads.
 */
final class OpenQuestions {
  /** Most requests that wait for one answer. */
  static final int MOST = 1_000;

  private final class Open {
    private final String digest;
    private final long askedAt = nanoTime.getAsLong();
    private final Sinks.One<PolicyAnswer> answer = Sinks.one();
    private final AtomicInteger waiting = new AtomicInteger();

    Open(String digest) {
      this.digest = digest;
    }

    Mono<PolicyAnswer> await() {
      if (waiting.incrementAndGet() > MOST) {
        waiting.decrementAndGet();
        throw new BusyException(
            "as many requests wait for one answer of the policy engine as allowed, requests=%d; nothing was sent. Ask again later"
                .formatted(MOST));
      }
      return answer.asMono().doFinally(end -> waiting.decrementAndGet());
    }
  }

  private final long keepNanos;
  private final LongSupplier nanoTime;
  private final Map<String, Open> open = new HashMap<>();

  /**
   * No questions.
   *
   * @param keep how long an answer counts, from its question on
   */
  OpenQuestions(Duration keep, LongSupplier nanoTime) {
    this.keepNanos = keep.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * The answer to a question: to an equal one that is open, or to this one.
   *
   * @param asking begins to ask, and is given the time at which it does; it throws if there is no
   *     place for a question
   * @throws BusyException if too many wait for it
   */
  Mono<PolicyAnswer> answer(String digest, LongFunction<Mono<PolicyAnswer>> asking) {
    Open begun;
    Mono<PolicyAnswer> question;
    synchronized (this) {
      Open found = open.get(digest);
      if (found != null && nanoTime.getAsLong() - found.askedAt < keepNanos) {
        return found.await();
      }
      begun = new Open(digest);
      question = asking.apply(begun.askedAt);
      open.put(digest, begun);
    }
    Mono<PolicyAnswer> answer = begun.await();
    // A failure is told to those who wait, and to nobody who comes later.
    question.subscribe(
        given -> {
          close(begun);
          begun.answer.tryEmitValue(given);
        },
        failure -> {
          close(begun);
          begun.answer.tryEmitError(failure);
        });
    return answer;
  }

  private synchronized void close(Open ended) {
    open.remove(ended.digest, ended);
  }
}
