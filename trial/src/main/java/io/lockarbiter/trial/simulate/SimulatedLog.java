package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.EventTail;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PublishedEvent;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition of both topics, with the group's position: everything committed, and the owner
 * whose transactions are still accepted.
 */
final class SimulatedLog {
  private static final int PAGE = 7;

  /** The longest lease and wait, plus the longest repeat window; RULES.md names them. */
  private static final long LONGEST_COUNTED_MS = 600_000 + 60_000;

  private final Judge judge;
  private final List<ReceivedRecord> commands = new ArrayList<>();
  private final List<PublishedEvent> events = new ArrayList<>();
  private Commit commit = new Commit.Missing();
  private long commandsBegin;
  private int eventsBegin;
  private long nextOffset;
  private int leaderEpoch;
  private int producerEpoch;

  SimulatedLog(Judge judge) {
    this.judge = judge;
  }

  /**
   * Appends a command.
   *
   * @param gap empty offsets before it, as transaction markers leave them
   * @return its offset
   */
  long append(byte @Nullable [] key, byte @Nullable [] value, long at, int gap) {
    long offset = nextOffset + gap;
    nextOffset = offset + 1;
    ReceivedRecord command = ReceivedRecord.read(offset, at, leaderEpoch, key, value);
    commands.add(command);
    judge.appended(command);
    return offset;
  }

  /** Returns commands from an offset on, as far as they are retained. */
  List<ReceivedRecord> read(long from, int most) {
    if (from < commandsBegin) {
      throw new SilentException(); // a broker refuses it
    }
    int first = place(from);
    return commands.subList(first, Math.min(commands.size(), first + most));
  }

  private int place(long offset) {
    int low = 0;
    int high = commands.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (commands.get(middle).record().offset() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  LogRange commands() {
    return new LogRange(commandsBegin, nextOffset);
  }

  /** Returns the offset after the last command. */
  long lastRead() {
    return commands.isEmpty() ? 0 : commands.get(commands.size() - 1).record().offset() + 1;
  }

  LogRange events() {
    return new LogRange(eventsBegin, events.size());
  }

  Commit commit() {
    return commit;
  }

  /** Returns the committed metadata of the state; null if there are none. */
  @Nullable CommitMetadata committed() {
    return commit instanceof Commit.Known known ? known.metadata() : null;
  }

  /** Returns the number of the last event; null if none is retained. */
  @Nullable Long lastSeq() {
    return events.size() == eventsBegin
        ? null
        : Long.valueOf(events.get(events.size() - 1).event().head().seq());
  }

  /** Returns the record at an offset that existed when the range was asked for. */
  AppliedRecord record(long offset) {
    if (offset < commandsBegin) {
      throw new SilentException(); // a broker refuses it
    }
    LogRecord record = commands.get(place(offset)).record();
    return record.offset() == offset
        ? new AppliedRecord.Found(record.appendedAt(), record.leaderEpoch())
        : new AppliedRecord.Absent();
  }

  /** Returns the append time of the command at an offset. */
  long appendedAt(long offset) {
    return commands.get(place(offset)).record().appendedAt();
  }

  /** Returns the first append time behind an offset that is not later than a moment. */
  long firstAppend(long after, long latest) {
    return commands.subList(place(after + 1), commands.size()).stream()
        .mapToLong(command -> command.record().appendedAt())
        .filter(appendedAt -> appendedAt <= latest)
        .findFirst()
        .orElse(latest);
  }

  /** Says whether the command that the last event answers is retained. */
  boolean hasLastCause() {
    if (events.size() == eventsBegin) {
      return false;
    }
    long offset = events.get(events.size() - 1).event().head().cause().offset();
    int place = place(offset);
    return offset >= commandsBegin
        && place < commands.size()
        && commands.get(place).record().offset() == offset;
  }

  /** Returns the range of events that describe everything that was live at a commit. */
  @Nullable LogRange tail(CommitMetadata committed, LogRange retained) {
    if (retained.begin() < eventsBegin) {
      throw new SilentException(); // a broker refuses it
    }
    return EventTail.of(
        committed,
        retained,
        new EventTail.Events() {
          @Override
          public long firstNotBefore(long at, LogRange range) {
            long first = range.begin();
            while (first < range.end() && event(first).at() < at) {
              first++;
            }
            return first;
          }

          @Override
          public @Nullable EventHead first(LogRange range) {
            return range.length() == 0 ? null : event(range.begin());
          }
        });
  }

  private EventHead event(long offset) {
    return events.get((int) offset).event().head();
  }

  EventPage page(LogRange range) {
    int end = (int) Math.min(range.end(), range.begin() + PAGE);
    return new EventPage(List.copyOf(events.subList((int) range.begin(), end)), end);
  }

  /** Fences the former publisher. */
  int fence() {
    return ++producerEpoch;
  }

  void requireNotFenced(int epoch) {
    if (epoch != producerEpoch) {
      throw new FencedException();
    }
  }

  /** Publishes events, dead letters and a position in one step. */
  void commit(List<EncodedEvent> published, List<DeadLetter> letters, Commit position) {
    for (EncodedEvent event : published) {
      judge.published(event);
      events.add(new PublishedEvent(EventCodec.decode(event.value()), event.lockReplyTo()));
    }
    letters.forEach(judge::dead);
    commit = position;
  }

  /** Removes published commands, and events that no live lock needs. */
  void cutCommands() {
    if (commit instanceof Commit.Known known) {
      commandsBegin =
          Math.max(commandsBegin, Math.min(known.offset(), known.metadata().appliedOffset() + 1));
    }
  }

  void cutEvents() {
    CommitMetadata committed = committed();
    while (committed != null
        && eventsBegin + 1 < events.size()
        && event(eventsBegin + 1).at() < committed.state().at() - LONGEST_COUNTED_MS) {
      eventsBegin++;
    }
  }

  void resetGroup() {
    commit = new Commit.Missing();
    judge.forgiveDeadLetters();
  }

  void moveLeader() {
    leaderEpoch++;
  }
}
