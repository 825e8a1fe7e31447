package io.lockarbiter.arbiter.partition;

/** What a failure of Kafka means for the partition that it befell. */
public enum FailureKind {
  /** Another instance publishes for the partition. */
  TAKEN_OVER,
  /** Something did not answer, or not as it should; it may pass. */
  PASSING,
  /** Nothing that is known to happen. */
  UNEXPECTED
}
