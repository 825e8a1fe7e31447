package io.lockarbiter.gateway.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The latest events of a partition. {@link EventHub} guards it. */
final class EventRing {
  private final Deque<StreamedEvent> events = new ArrayDeque<>();
  private Position before;

  /** A ring without events, from this position on. */
  EventRing(Position before) {
    this.before = before;
  }

  /** The position after the latest event. */
  Position last() {
    StreamedEvent last = events.peekLast();
    return last == null ? before : last.position();
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

  /** The events after a position that it knows, in order. */
  List<StreamedEvent> after(Position position) {
    List<StreamedEvent> found = new ArrayList<>();
    Iterator<StreamedEvent> latest = events.descendingIterator();
    while (latest.hasNext()) {
      StreamedEvent event = latest.next();
      if (event.position().offset() <= position.offset()) {
        break;
      }
      found.add(event);
    }
    Collections.reverse(found);
    return found;
  }
}
