package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
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
  /** The longest lease and wait, plus the longest repeat window; RULES.md names them. */
  private static final long LONGEST_COUNTED_MS = 600_000 + 60_000;

  private final Judge judge;
  private final List<ReceivedRecord> commands = new ArrayList<>();
  private final SimulatedEvents events;
  private Commit commit = new Commit.Missing();
  private long commandsBegin;
  private long nextOffset;
  private long done;
  private int leaderEpoch;
  private int producerEpoch;

  SimulatedLog(Judge judge) {
    this.judge = judge;
    this.events = new SimulatedEvents(judge);
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

  SimulatedEvents events() {
    return events;
  }

  Commit commit() {
    return commit;
  }

  /** Returns the committed metadata of the state; null if there are none. */
  @Nullable CommitMetadata committed() {
    return commit instanceof Commit.Known known ? known.metadata() : null;
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
    EventHead last = events.last();
    if (last == null) {
      return false;
    }
    long offset = last.cause().offset();
    int place = place(offset);
    return offset >= commandsBegin
        && place < commands.size()
        && commands.get(place).record().offset() == offset;
  }

  /** Fences the former publisher. */
  int fence() {
    return ++producerEpoch;
  }

  boolean isFenced(int epoch) {
    return epoch != producerEpoch;
  }

  void requireNotFenced(int epoch) {
    if (isFenced(epoch)) {
      throw new FencedException();
    }
  }

  /** Publishes events, dead letters and a position in one step. */
  void commit(List<EncodedEvent> published, List<DeadLetter> letters, Commit position) {
    events.publish(published);
    letters.forEach(judge::dead);
    commit = position;
  }

  /** Returns the events behind the one that the position names. */
  LaterEvents later() {
    return events.later(committed());
  }

  /**
   * Notes that everything before an offset was decided and published, dead letters too. Events that
   * an earlier owner decided may answer records behind it.
   */
  void done(long end) {
    done = end;
  }

  /** Returns the offset behind the last batch of which events stand behind the position. */
  private long endOfLater() {
    return later().events().isEmpty() ? 0 : done;
  }

  /** Says whether the record at an offset was removed. */
  boolean isRemoved(long offset) {
    return offset < commandsBegin;
  }

  /**
   * Removes published commands.
   *
   * @param isAll whether also those of which events stand behind the position
   */
  void cutCommands(boolean isAll) {
    if (commit instanceof Commit.Known known) {
      long position = Math.min(known.offset(), known.metadata().appliedOffset() + 1);
      commandsBegin = Math.max(commandsBegin, isAll ? Math.max(position, endOfLater()) : position);
    }
  }

  /** Removes events that no live lock needs. */
  void cutEvents() {
    CommitMetadata committed = committed();
    if (committed != null) {
      events.cutBefore(committed.state().at() - LONGEST_COUNTED_MS, 1);
    }
  }

  /** Removes all events that are old by the brokers' clock, whether or not a lock needs them. */
  void cutOldEvents(long now) {
    events.cutBefore(now - LONGEST_COUNTED_MS, 0);
  }

  void resetGroup() {
    commit = new Commit.Missing();
    judge.forgiveDeadLetters();
  }

  void moveLeader() {
    leaderEpoch++;
  }
}
