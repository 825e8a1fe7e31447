package io.lockarbiter.arbiter.partition;

/** The consequence of a Kafka failure for its partition. */
public enum FailureKind {
  /** Another instance publishes for the partition. */
  TAKEN_OVER,
  /** A server did not answer, or answered with an error; the failure may be temporary. */
  PASSING,
  /** A failure that is not known to happen. */
  UNEXPECTED
}
