package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import java.util.List;

/**
 * Commits publications, some of them with the group's position. The position costs the broker as
 * much as the events of a small transaction, and a start finds the events behind it by itself. Used
 * by one thread at a time.
 */
final class RarePosition {
  /** The longest time for which transactions go without it, as long as some come. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  /** Bytes of events that may be published behind it; a start reads them all. */
  static final long MOST_BYTES = 4 << 20;

  private final EventPublisher publisher;
  private final ElapsedClock clock;
  private boolean isFirst = true;
  private boolean isOwed;
  private long carriedAt;
  private long bytes;

  /**
   * Before the first transaction after a start.
   *
   * @param isOwed whether the position is older than what is published or removed
   */
  RarePosition(EventPublisher publisher, ElapsedClock clock, boolean isOwed) {
    this.publisher = publisher;
    this.clock = clock;
    this.isOwed = isOwed;
  }

  /** Commits the end of a publication, with the position if it is due. */
  void commit(Publication publication, List<DeadLetter> deadLetters, PartitionProgress progress) {
    if (isDue(publication, deadLetters)) {
      commit(deadLetters, progress.nextOffset(), progress.metadata());
    } else {
      publisher.commit();
      isOwed = true;
      bytes += publication.bytes();
    }
  }

  /** Commits the position, and the events that were added. */
  void commit(long nextOffset, CommitMetadata metadata) {
    commit(List.of(), nextOffset, metadata);
  }

  private void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
    publisher.commit(deadLetters, nextOffset, metadata);
    isFirst = false;
    isOwed = false;
    bytes = 0;
    carriedAt = clock.nanos();
  }

  private boolean isDue(Publication publication, List<DeadLetter> deadLetters) {
    return isFirst
        || publication.events().isEmpty()
        || publication.changesSettings()
        || publication.endsWithATick()
        || !deadLetters.isEmpty()
        || bytes + publication.bytes() >= MOST_BYTES
        || isOld();
  }

  /** Says whether a transaction of its own must carry it, when no other comes. */
  boolean isOverdue() {
    return isOwed && (isFirst || isOld());
  }

  /** Says whether it is older than what is published. */
  boolean isOwed() {
    return isOwed;
  }

  private boolean isOld() {
    return clock.nanos() - carriedAt >= LONGEST.toNanos();
  }
}
