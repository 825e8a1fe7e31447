package io.lockarbiter.gateway.stream;

import io.lockarbiter.gateway.live.EventFollower;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The latest events of a partition. {@link EventHub} guards it. */
final class EventRing {
  /** Longest time since which nothing may have been read, for a heartbeat to be sent. */
  static final Duration FRESH = Duration.ofSeconds(5);

  static final String LEFT_BEHIND =
      "this gateway has not reached the end of the events for %d s; ask another one"
          .formatted(EventFollower.MOST_BEHIND.toSeconds());

  private final Deque<StreamedEvent> events = new ArrayDeque<>();
  private Position before;
  private @Nullable Long readUpTo;

  /** A ring without events, from this position on. */
  EventRing(Position before) {
    this.before = before;
  }

  /** The position after the latest event. */
  Position last() {
    StreamedEvent last = events.peekLast();
    return last == null ? before : last.position();
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
    events.addLast(event);
  }

  void dropFirst() {
    before = events.removeFirst().position();
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
    Iterator<StreamedEvent> latest = events.descendingIterator();
    while (latest.hasNext()) {
      Position one = latest.next().position();
      if (one.offset() <= position.offset()) {
        return one.isSameAs(position);
      }
    }
    return false;
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
    Iterator<StreamedEvent> latest = events.descendingIterator();
    while (latest.hasNext()) {
      StreamedEvent event = latest.next();
      if (event.position().offset() <= position.offset()) {
        break;
      }
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
}
