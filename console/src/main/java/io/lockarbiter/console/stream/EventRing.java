package io.lockarbiter.console.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest events of one partition without a gap, as many as fit. Not safe for use by many
 * threads: {@link EventHub} guards it.
 */
public final class EventRing {
  /** The {@code seq} of a partition without any event yet. */
  public static final long NONE = -1;

  private final int mostEvents;
  private final long mostBytes;
  private final Deque<StreamedEvent> events = new ArrayDeque<>();
  private long bytes;
  private long last = NONE;
  private long lastAt;
  private long heardNanos;

  /** The relation of a new event to those before it. */
  enum Place {
    /** It follows the last event. */
    NEXT,
    /** It is a copy of a known event. */
    KNOWN,
    /**
     * It does not follow the last event: the events before it belong to another history, or there
     * is a gap.
     */
    RESTARTED
  }

  EventRing(int mostEvents, long mostBytes) {
    this.mostEvents = mostEvents;
    this.mostBytes = mostBytes;
  }

  /** Adds an event, at a moment of this machine's monotonic clock. */
  Place append(StreamedEvent event, long nanos) {
    Place place = placeOf(event);
    if (place == Place.KNOWN) {
      return place;
    }
    if (place == Place.RESTARTED) {
      forget();
    }
    events.addLast(event);
    bytes += event.bytes();
    last = event.seq();
    lastAt = event.at();
    heardNanos = nanos;
    while (events.size() > 1 && (events.size() > mostEvents || bytes > mostBytes)) {
      bytes -= events.removeFirst().bytes();
    }
    return place;
  }

  private Place placeOf(StreamedEvent event) {
    if (last == NONE || event.seq() == last + 1) {
      return Place.NEXT;
    }
    return event.seq() <= last && isCopy(event) ? Place.KNOWN : Place.RESTARTED;
  }

  private boolean isCopy(StreamedEvent event) {
    for (Iterator<StreamedEvent> known = events.descendingIterator(); known.hasNext(); ) {
      StreamedEvent one = known.next();
      if (one.seq() == event.seq()) {
        return Arrays.equals(one.json(), event.json());
      }
    }
    return false;
  }

  void forget() {
    events.clear();
    bytes = 0;
    last = NONE;
  }

  /** Returns the number of the last event; {@link #NONE} if there is none. */
  public long last() {
    return last;
  }

  /** Log time of the last event, epoch ms. */
  public long lastAt() {
    return lastAt;
  }

  /** Returns the estimated log time: that of the last event, plus the time since it arrived. */
  public long logTime(long nanos) {
    return lastAt + Math.max(0, nanos - heardNanos) / 1_000_000;
  }

  /**
   * Says whether every published event after this number is still here. True also if no event has
   * arrived yet: the caller has to check that the first one follows.
   */
  public boolean reaches(long seq) {
    return last == NONE || seq >= last - events.size();
  }

  /** Returns the events after this number, in order, as far as they are here. */
  public List<StreamedEvent> after(long seq) {
    List<StreamedEvent> found = new ArrayList<>();
    Iterator<StreamedEvent> latest = events.descendingIterator();
    while (latest.hasNext()) {
      StreamedEvent event = latest.next();
      if (event.seq() <= seq) {
        break;
      }
      found.add(event);
    }
    Collections.reverse(found);
    return found;
  }

  /** Returns the latest matching events, in order. */
  public List<StreamedEvent> latest(int limit, Predicate<StreamedEvent> fits) {
    return latest(limit, fits, event -> true);
  }

  /** Returns the same, back to the first event for which {@code goesOn} is false. */
  public List<StreamedEvent> latest(
      int limit, Predicate<StreamedEvent> fits, Predicate<StreamedEvent> goesOn) {
    List<StreamedEvent> found = new ArrayList<>();
    Iterator<StreamedEvent> latest = events.descendingIterator();
    while (latest.hasNext() && found.size() < limit) {
      StreamedEvent event = latest.next();
      if (!goesOn.test(event)) {
        break;
      }
      if (fits.test(event)) {
        found.add(event);
      }
    }
    Collections.reverse(found);
    return found;
  }
}
