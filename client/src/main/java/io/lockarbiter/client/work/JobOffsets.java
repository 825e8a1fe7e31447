package io.lockarbiter.client.work;

import io.lockarbiter.client.work.OffsetRanges.Range;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The progress in one partition: new events are read in order from a position on, earlier ones
 * beside; jobs end in any order. One per assignment of the partition. Thread-safe.
 */
final class JobOffsets {
  /** Earlier events that are read at a stretch. */
  private static final int STRETCH = 20_000;

  private final NavigableSet<Long> running = new TreeSet<>();
  private final OffsetRanges unread;
  private long next;
  private @Nullable OffsetAndMetadata committed;

  /**
   * A progress from here on.
   *
   * @param next the position from which new events are read
   * @param unread the offsets before it that are to be read beside
   * @param committed the present commit of the group; null if there is none
   */
  JobOffsets(long next, OffsetRanges unread, @Nullable OffsetAndMetadata committed) {
    this.next = next;
    this.unread = unread.copy();
    this.committed = committed;
  }

  /** Notes the begin of a job. */
  synchronized void begin(long offset) {
    running.add(offset);
  }

  /** Notes a job that has ended and need not be handed out again. */
  synchronized void end(long offset) {
    running.remove(offset);
  }

  /** Notes that all new events before {@code offset} were read. */
  synchronized void read(long offset) {
    next = Math.max(next, offset);
  }

  /** The position from which new events are read. */
  synchronized long next() {
    return next;
  }

  /** Number of earlier events that are not read yet. */
  synchronized long unread() {
    return unread.size();
  }

  synchronized boolean isUnread(long offset) {
    return unread.contains(offset);
  }

  /** Notes that the earlier events from {@code from} up to {@code to} were read. */
  synchronized void readEarlier(long from, long to) {
    unread.remove(from, to);
  }

  /**
   * The first of the earlier events to be read next. The short ranges come first: they are jobs
   * whose worker has stopped, and their locks are held. Of a long range the latest events come
   * first, as their leases are most likely to last still.
   */
  synchronized long nextUnread() {
    Range last = null;
    for (Range range : unread.ranges()) {
      if (range.length() <= STRETCH) {
        return range.from();
      }
      last = range;
    }
    return last == null ? next : last.to() - STRETCH;
  }

  /** The commit to make; null if it is made already. */
  synchronized @Nullable OffsetAndMetadata toCommit(int mostText) {
    OffsetRanges open = unread.copy();
    running.forEach(offset -> open.add(offset, offset + 1));
    OffsetAndMetadata commit = OpenOffsets.commit(next, open, mostText);
    return commit.equals(committed) ? null : commit;
  }

  /** Notes a commit. */
  synchronized void committed(OffsetAndMetadata commit) {
    committed = commit;
  }
}
