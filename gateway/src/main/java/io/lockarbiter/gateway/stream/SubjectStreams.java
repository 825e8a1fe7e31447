package io.lockarbiter.gateway.stream;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one subject, which share a bound of what they have not sent: a subject that reads
 * too slowly ends its own streams and nobody else's. {@link EventHub} guards it, but for the count.
 */
final class SubjectStreams {
  private static final long SHARE = 4;

  private final Set<EventStream> streams = new LinkedHashSet<>();
  private final AtomicLong unsentBytes = new AtomicLong();
  private final StreamBounds bounds;
  private final StreamCounts counts;
  private final long mostBytes;
  private long groundsBytes;
  private @Nullable StreamedEvent asked;
  private @Nullable Object grounds;
  private boolean isSeen;

  /** No streams; a subject may have a fourth of what all streams may. */
  SubjectStreams(StreamBounds bounds, StreamCounts counts) {
    this.bounds = bounds;
    this.counts = counts;
    this.mostBytes = bounds.keptBytes() / SHARE;
  }

  void add(EventStream stream) {
    streams.add(stream);
    countGrounds(stream.wish().groundsBytes());
  }

  void remove(EventStream stream) {
    if (streams.remove(stream)) {
      countGrounds(-stream.wish().groundsBytes());
    }
  }

  private void countGrounds(long bytes) {
    groundsBytes += bytes;
    counts.groundsBytes.addAndGet(bytes);
  }

  /**
   * The bound because of which one more stream must not be opened; null if there is none.
   *
   * @param all the number of all streams
   */
  @Nullable String problem(StreamWish wish, int all) {
    if (all >= bounds.streams() || size() >= bounds.streamsOfSubject()) {
      return "as many streams are open as allowed, streams=%d of %d, of this subject %d of %d. Close one, or ask later"
          .formatted(all, bounds.streams(), size(), bounds.streamsOfSubject());
    }
    long ofAll = counts.groundsBytes.get() + wish.groundsBytes();
    long own = groundsBytes + wish.groundsBytes();
    return ofAll <= bounds.keptBytes() && own <= mostBytes
        ? null
        : "the tokens of open streams have as many claims as allowed, bytes=%d of %d, of this subject %d of %d. Close one, or ask with a token that has fewer"
            .formatted(ofAll, bounds.keptBytes(), own, mostBytes);
  }

  int size() {
    return streams.size();
  }

  /** Counts bytes that wait, or negative ones that wait no more. Safe for use by many threads. */
  void count(long bytes) {
    unsentBytes.addAndGet(bytes);
  }

  /** Bytes that may wait besides; less than 0 if too many wait. Safe for use by many threads. */
  long room() {
    return mostBytes - unsentBytes.get();
  }

  /**
   * Says whether the reader may see a member's event now. All streams of the subject are offered an
   * event one after the other, so the rules are asked once for those with equal grounds.
   */
  boolean maySee(StreamedEvent event, String member, StreamWish reader) {
    if (asked != event || !reader.grounds().equals(grounds)) {
      isSeen = reader.maySee().test(member);
      asked = event;
      grounds = reader.grounds();
    }
    return isSeen;
  }

  /**
   * Ends the fullest streams until the rest is within the bound. A stream with only one event stays
   * open, for a single event always fits.
   *
   * @param last the position after the latest event of a stream's account
   */
  void endFullest(Function<EventStream, Position> last) {
    while (room() < 0) {
      EventStream fullest = fullest();
      if (fullest == null) {
        return;
      }
      fullest.endTooSlow(last.apply(fullest));
    }
  }

  private @Nullable EventStream fullest() {
    EventStream fullest = null;
    long most = 0;
    for (EventStream stream : streams) {
      long bytes = stream.bytesBehind();
      if (bytes > most) {
        most = bytes;
        fullest = stream;
      }
    }
    return fullest;
  }
}
