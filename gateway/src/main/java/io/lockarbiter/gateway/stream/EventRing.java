package io.lockarbiter.gateway.stream;

import io.lockarbiter.gateway.live.EventFollower;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The latest events of a partition. {@link EventHub} guards it. */
final class EventRing {
  /** Longest time since which nothing may have been read, for a heartbeat to be sent. */
  static final Duration FRESH = Duration.ofSeconds(5);

  static final String LEFT_BEHIND =
      "this gateway has not reached the end of the events for %d s; ask another one"
          .formatted(EventFollower.MOST_BEHIND.toSeconds());

  /** Most events that are looked at in one go, which holds up all streams for a millisecond. */
  private static final int MOST_LOOKED_AT = 5_000;

  /** By their offsets. */
  private final TreeMap<Long, StreamedEvent> events = new TreeMap<>();

  private Position before;
  private @Nullable Long readUpTo;

  /** A ring without events, from this position on. */
  EventRing(Position before) {
    this.before = before;
  }

  /** The position after the latest event. */
  Position last() {
    Map.Entry<Long, StreamedEvent> last = events.lastEntry();
    return last == null ? before : last.getValue().position();
  }

  /** Notes that all events are here that were in the log at this time, ns. */
  void readUpTo(long nanos) {
    readUpTo = nanos;
  }

  /** Tells a reader where he is, if that was the end of the log lately; ends his stream if not. */
  void tick(EventStream stream, long now) {
    Long at = readUpTo;
    if (at != null && now - at >= EventFollower.MOST_BEHIND.toNanos()) {
      stream.end(LEFT_BEHIND);
    }
    stream.endIfLost(before, last());
    stream.tick(now, last(), isFresh(now));
  }

  /** Promises a reader who has been told all, if it was read to its end lately. */
  void beat(EventStream stream, long now) {
    if (isFresh(now)) {
      stream.beat(last());
    }
  }

  private boolean isFresh(long now) {
    Long at = readUpTo;
    return at != null && now - at < FRESH.toNanos();
  }

  void add(StreamedEvent event) {
    events.put(event.position().offset(), event);
  }

  void dropFirst() {
    before = events.remove(events.firstKey()).position();
  }

  /** Says whether events after this position may be gone. */
  boolean isBefore(Position position) {
    return position.offset() < before.offset();
  }

  /** Says whether this position is of these events. */
  boolean knows(Position position) {
    if (position.isSameAs(before)) {
      return true;
    }
    Map.Entry<Long, StreamedEvent> latest = events.floorEntry(position.offset());
    return latest != null && latest.getValue().position().isSameAs(position);
  }

  /**
   * The wanted events after a position that it knows, in order.
   *
   * @return null if they have more bytes than this; the rest is not looked at then
   */
  @Nullable List<StreamedEvent> after(
      Position position, Predicate<StreamedEvent> wanted, long mostBytes) {
    List<StreamedEvent> found = new ArrayList<>();
    long bytes = 0;
    for (StreamedEvent event : events.tailMap(position.offset(), false).descendingMap().values()) {
      if (wanted.test(event)) {
        found.add(event);
        bytes += event.bytes();
      }
      if (bytes > mostBytes) {
        return null;
      }
    }
    Collections.reverse(found);
    return found;
  }

  /**
   * Passes on wanted events after an offset, in order: one, or as many as have no more than so many
   * bytes.
   *
   * @return the offset after which it stopped; null if it is at the end
   */
  @Nullable Long pass(
      long after, Predicate<StreamedEvent> wanted, long mostBytes, Consumer<StreamedEvent> to) {
    long bytes = 0;
    int lookedAt = 0;
    for (StreamedEvent event : events.tailMap(after, false).values()) {
      boolean isWanted = wanted.test(event);
      boolean isTooMuch = isWanted && bytes > 0 && bytes + event.bytes() > mostBytes;
      if (isTooMuch || ++lookedAt > MOST_LOOKED_AT) {
        return event.position().offset() - 1;
      }
      if (isWanted) {
        bytes += event.bytes();
        to.accept(event);
      }
    }
    return null;
  }

  /** Has a stream read on where it was when too much waited in it. */
  void readOn(EventStream stream) {
    stream.endIfLost(before, last());
    stream.readOn(this);
  }
}
