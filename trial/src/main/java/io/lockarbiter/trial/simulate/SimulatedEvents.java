package io.lockarbiter.trial.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.EventTail;
import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PublishedEvent;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The event log of one partition: everything committed, as far as it is retained. */
final class SimulatedEvents {
  private static final int PAGE = 7;
  private static final int WINDOW = 16;

  /** An event; its offset is its place in the list. */
  private record Entry(
      PublishedEvent event, byte[] value, @Nullable String replyTo, boolean isStrangers) {
    EventHead head() {
      return event.event().head();
    }

    LaterEvents.Stored stored() {
      return new LaterEvents.Stored(head().seq(), value, replyTo, event.lockReplyTo());
    }
  }

  private final Judge judge;
  private final List<Entry> entries = new ArrayList<>();
  private int begin;

  SimulatedEvents(Judge judge) {
    this.judge = judge;
  }

  LogRange range() {
    return new LogRange(begin, entries.size());
  }

  private boolean isEmpty() {
    return begin == entries.size();
  }

  private EventHead head(long offset) {
    return entries.get((int) offset).head();
  }

  /** Returns the last event; null if none is retained. */
  @Nullable EventHead last() {
    return isEmpty() ? null : head(entries.size() - 1);
  }

  void publish(List<EncodedEvent> published) {
    for (EncodedEvent event : published) {
      judge.published(event, isEmpty());
      add(LaterEvents.Stored.of(event), false);
    }
  }

  private void add(LaterEvents.Stored event, boolean isStrangers) {
    entries.add(
        new Entry(
            new PublishedEvent(EventCodec.decode(event.value()), event.lockReplyTo()),
            event.value(),
            event.replyTo(),
            isStrangers));
  }

  EventPage page(LogRange range) {
    if (range.begin() < begin || range.end() > entries.size()) {
      throw new SilentException(); // a broker that does not have them refuses it
    }
    int end = (int) Math.min(range.end(), range.begin() + PAGE);
    return new EventPage(
        entries.subList((int) range.begin(), end).stream().map(Entry::event).toList(), end);
  }

  /** Returns the range of events that describe everything that was live at a commit. */
  @Nullable LogRange tail(CommitMetadata committed, LogRange retained) {
    if (retained.begin() < begin) {
      throw new SilentException(); // a broker refuses it
    }
    return EventTail.of(committed, retained, EventTail.Events.atHand(this::head));
  }

  /** Returns the events behind the one that the position names. */
  LaterEvents later(@Nullable CommitMetadata committed) {
    if (committed == null) {
      return LaterEvents.NONE;
    }
    List<LaterEvents.Stored> read = new ArrayList<>();
    boolean isReached = false;
    int place = entries.size() - 1;
    // A window is read to its beginning, as an arbiter does.
    while (place >= begin && (!isReached || (entries.size() - 1 - place) % WINDOW != 0)) {
      LaterEvents.Stored event = entries.get(place).stored();
      read.add(0, event);
      isReached |= event.seq() <= committed.publishedSeq();
      place--;
    }
    return new LaterEvents(
        read.stream().dropWhile(event -> event.seq() <= committed.publishedSeq()).toList(),
        !isReached && begin > 0);
  }

  /**
   * Says whether a stranger's event stands behind the last one that the position names, or has a
   * higher number.
   */
  boolean hasStrangersBehind(CommitMetadata committed) {
    boolean isBefore = false;
    for (int place = entries.size() - 1; place >= begin; place--) {
      Entry entry = entries.get(place);
      boolean isLater = entry.head().seq() > committed.publishedSeq();
      isBefore |= !entry.isStrangers() && !isLater;
      if (entry.isStrangers() && (isLater || !isBefore)) {
        return true;
      }
    }
    return false;
  }

  /** Writes a copy of the last event, with some number, as nobody but a stranger does. */
  void writeAsAStranger(int ahead) {
    EventHead last = last();
    if (last != null) {
      String value = new String(entries.get(entries.size() - 1).value(), UTF_8);
      long seq = Math.max(1, last.seq() + ahead);
      String other = value.replaceFirst("\"seq\":\\d+", "\"seq\":%d".formatted(seq));
      add(new LaterEvents.Stored(seq, other.getBytes(UTF_8), null, null), true);
    }
  }

  /** Loses so many of the last events. */
  void loseLast(int number) {
    for (int lost = number; lost > 0; lost--) {
      entries.remove(entries.size() - 1);
      judge.lost();
    }
  }

  /** Loses one event, so many before the last one. */
  void loseBeforeTheLast(int number) {
    entries.remove(entries.size() - 1 - number);
  }

  /** Removes the events before a log time, but leaves some. */
  void cutBefore(long at, int left) {
    while (begin + left < entries.size() && head((long) begin + left).at() < at) {
      begin++;
    }
  }
}
