package io.lockarbiter.gateway.stream;

import org.jspecify.annotations.Nullable;

/** Says whether somebody may still read a stream that is open. */
@FunctionalInterface
public interface Standing {
  /** The reason of an end after which the rules, or the policy, allow the stream no more. */
  String CHANGED = "the rights have changed";

  /** The reason why he may read no more, as his stream tells it at its end; null if he may. */
  @Nullable String ended();
}
