package io.lockarbiter.arbiter.partition;

/** What the consumer group has committed for a partition. */
public sealed interface Commit {
  /** Nothing, or an offset alone, as tools leave it behind after a reset. */
  record Missing() implements Commit {}

  /**
   * An offset with its metadata.
   *
   * @param offset first record not yet read
   */
  record Known(long offset, CommitMetadata metadata) implements Commit {}

  /** An offset with metadata that cannot be read. */
  record Unreadable(long offset, String why) implements Commit {}
}
