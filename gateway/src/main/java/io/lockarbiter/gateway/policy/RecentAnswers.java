package io.lockarbiter.gateway.policy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest answers of a policy engine by the digests of their questions, each for a few seconds.
 * Safe for use by many threads.
 */
final class RecentAnswers {
  /** Some 300 bytes each. */
  static final int MOST = 10_000;

  private record Answered(PolicyAnswer answer, long at) {}

  private final long keepNanos;
  private final LongSupplier nanoTime;
  private final Map<String, Answered> answers =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answered> eldest) {
          return size() > MOST;
        }
      };

  RecentAnswers(Duration keep, LongSupplier nanoTime) {
    this.keepNanos = keep.toNanos();
    this.nanoTime = nanoTime;
  }

  /** The answer to an equal question, if it counts still; null if there is none. */
  synchronized @Nullable PolicyAnswer find(String digest) {
    Answered found = answers.get(digest);
    return found != null && nanoTime.getAsLong() - found.at() < keepNanos ? found.answer() : null;
  }

  /**
   * Remembers an answer.
   *
   * @param askedAt when it was asked for, ns: the policy may have changed since
   */
  synchronized void put(String digest, PolicyAnswer answer, long askedAt) {
    if (keepNanos > 0) {
      answers.put(digest, new Answered(answer, askedAt));
    }
  }

  synchronized int size() {
    return answers.size();
  }
}
