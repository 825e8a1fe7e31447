package io.lockarbiter.arbiter.partition;

/** The position that the consumer group has committed for a partition. */
public sealed interface Commit {
  /** No position, or an offset alone, as after a reset by a tool. */
  record Missing() implements Commit {}

  /**
   * An offset with its metadata.
   *
   * @param offset the first record not yet read
   */
  record Known(long offset, CommitMetadata metadata) implements Commit {}

  /** An offset with metadata that cannot be read. */
  record Unreadable(long offset, String why) implements Commit {}
}
