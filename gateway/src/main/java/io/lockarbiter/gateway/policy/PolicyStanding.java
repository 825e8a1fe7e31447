package io.lockarbiter.gateway.policy;

import io.lockarbiter.gateway.stream.Standing;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The standing of a stream that is open: whether the rules, and the latest answers of the policy
 * engine, allow it still. It does not ask; {@link PolicyWatch} does. Safe for use by many threads.
 */
public final class PolicyStanding implements Standing {
  /** Time after which the engine is asked again. */
  static final Duration EVERY = Duration.ofSeconds(10);

  /** The same if it did not answer well. */
  static final Duration SOON = Duration.ofSeconds(2);

  /** Longest time for which it may be away. */
  static final Duration MOST = Duration.ofSeconds(30);

  private static final String AWAY =
      "the policy engine has not answered for %d s; ask again".formatted(MOST.toSeconds());

  private final Standing rules;
  private final PolicyQuestion question;
  private final LongSupplier nanoTime;
  private volatile long allowedAt;
  private volatile long dueAt;
  private volatile boolean isDenied;

  /** A standing that the engine has just allowed. */
  public PolicyStanding(Standing rules, PolicyQuestion question, LongSupplier nanoTime) {
    this.rules = rules;
    this.question = question;
    this.nanoTime = nanoTime;
    this.allowedAt = nanoTime.getAsLong();
    this.dueAt = allowedAt + EVERY.toNanos();
  }

  PolicyQuestion question() {
    return question;
  }

  boolean isDue() {
    return nanoTime.getAsLong() - dueAt >= 0;
  }

  /** Says whether the engine has not denied it, nor been away for too long. */
  boolean isAllowed() {
    return reason() == null;
  }

  private @Nullable String reason() {
    if (isDenied) {
      return CHANGED;
    }
    return nanoTime.getAsLong() - allowedAt < MOST.toNanos() ? null : AWAY;
  }

  void answered(boolean isAllowed, long askedAt) {
    if (isAllowed) {
      allowedAt = askedAt;
    } else {
      isDenied = true;
    }
    dueAt = askedAt + EVERY.toNanos();
  }

  void failed() {
    dueAt = nanoTime.getAsLong() + SOON.toNanos();
  }

  @Override
  public @Nullable String ended() {
    String reason = reason();
    return reason == null ? rules.ended() : reason;
  }
}
