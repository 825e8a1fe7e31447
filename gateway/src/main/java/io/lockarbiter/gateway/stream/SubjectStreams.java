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
  private final Set<EventStream> streams = new LinkedHashSet<>();
  private final AtomicLong unsentBytes = new AtomicLong();
  private final long mostBytes;
  private @Nullable StreamedEvent asked;
  private @Nullable Object grounds;
  private boolean isSeen;

  /** No streams, with a bound of what they may have unsent. */
  SubjectStreams(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  void add(EventStream stream) {
    streams.add(stream);
  }

  void remove(EventStream stream) {
    streams.remove(stream);
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
