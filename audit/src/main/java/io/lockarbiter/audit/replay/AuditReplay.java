package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history of one partition and matches every command with the events that it caused.
 * Keeps only the present command; used by one thread.
 *
 * <p>Commands after the cause of the last published event are <em>pending</em>, and nothing is
 * known about them. Of that cause itself, more events may follow; up to there all are complete.
 */
public final class AuditReplay {
  private final PartitionHistory history;
  private final Findings findings;
  private final Vocabulary vocabulary;
  private long at;
  private long appendedAt;
  private boolean stopped;
  private boolean isTimeTold;

  /**
   * Creates a replay.
   *
   * @param findings takes violations: records that are no events, events out of order or without
   *     their cause
   */
  public AuditReplay(PartitionHistory history, Findings findings) {
    this(history, findings, Vocabulary.OF_THIS_BUILD);
  }

  /**
   * Creates a replay.
   *
   * @param findings takes violations: records that are no events, events out of order or without
   *     their cause
   * @param vocabulary of commands
   */
  public AuditReplay(PartitionHistory history, Findings findings, Vocabulary vocabulary) {
    this.history = history;
    this.findings = findings;
    this.vocabulary = vocabulary;
  }

  /** Passes the history to the listeners, to its end or until one stops it. */
  public void run(List<? extends ReplayListener> listeners) {
    RecordLog eventRecords = history.events();
    EventLog events = new EventLog(history.partition(), eventRecords, findings);
    RecordLog commands = history.commands();
    HistoryStart start = start(commands, eventRecords, events.peek());
    listeners.forEach(listener -> listener.begin(start));
    RulesInForce rules = new RulesInForce(start, vocabulary.newestRules());
    PartitionsInForce partitions = new PartitionsInForce(start);
    AuditRecord command = commands.next();
    while (command != null && !stopped) {
      ReplayStep step = step(command, start, events, rules, partitions);
      for (ReplayListener listener : listeners) {
        listener.step(step);
      }
      command = commands.next();
    }
    if (!stopped) {
      reportWithoutCause(events);
    }
    listeners.forEach(ReplayListener::end);
  }

  /** Makes {@link #run} return after the present step, for listeners that have seen enough. */
  public void stop() {
    stopped = true;
  }

  private HistoryStart start(RecordLog commands, RecordLog events, @Nullable RecordedEvent first) {
    long eventsBegin = first != null && Epoch.isFirst(first.seq()) ? 0 : events.begin();
    boolean cut = commands.begin() > 0 || eventsBegin > 0;
    long firstStep = cut && first != null ? Math.max(commands.begin(), first.causeOffset() + 1) : 0;
    return new HistoryStart(
        history.partition(),
        history.partitions(),
        commands.begin(),
        eventsBegin,
        firstStep,
        first == null ? 0 : Epoch.of(first.seq()));
  }

  private ReplayStep step(
      AuditRecord record,
      HistoryStart start,
      EventLog events,
      RulesInForce rules,
      PartitionsInForce partitions) {
    LogRecord command =
        new LogRecord(
            record.offset(),
            record.appendedAt(),
            record.leaderEpoch(),
            CommandCodec.decode(record.key(), record.value(), vocabulary));
    at = LogClock.next(at, appendedAt, record.appendedAt());
    appendedAt = record.appendedAt();
    dropBefore(record.offset(), start, events);
    Coverage coverage =
        record.offset() < start.firstStep()
            ? Coverage.CUT
            : events.peek() == null ? Coverage.PENDING : Coverage.COMPLETE;
    List<RecordedEvent> caused = new ArrayList<>(2);
    for (RecordedEvent next = events.peek();
        next != null
            && (events.causeOfNext() == record.offset()
                || coverage == Coverage.COMPLETE && isMisplaced(next, command, caused));
        next = events.peek()) {
      caused.add(next);
      events.skip();
    }
    if (!caused.isEmpty() && !start.isWhole() && !isTimeTold) {
      // Append times may run backwards: a removed record may have had a later one.
      at = Math.max(at, caused.get(0).event().head().at());
      isTimeTold = true;
    }
    if (coverage == Coverage.COMPLETE && !caused.isEmpty() && events.peek() == null) {
      coverage = Coverage.LAST;
    }
    LogRecord read = inForce(command, caused, rules);
    Settings before = rules.settings();
    int inForce = partitions.takeUp(rules.partitions(), at, caused);
    rules.follow(read.content());
    return new ReplayStep(history.partition(), record, read, at, before, inForce, caused, coverage);
  }

  /** Reads the command under the rules in force at it. */
  private static LogRecord inForce(
      LogRecord command, List<RecordedEvent> caused, RulesInForce rules) {
    Event answer = caused.isEmpty() ? null : caused.get(caused.size() - 1).event();
    for (RecordedEvent each : caused) {
      answer = isAsked(command, each.event().head()) ? each.event() : answer;
    }
    DecodedCommand content = rules.read(command.content(), answer, caused);
    return new LogRecord(command.offset(), command.appendedAt(), command.leaderEpoch(), content);
  }

  /** Skips events that name no command as their cause, or a command that is no longer retained. */
  private void dropBefore(long offset, HistoryStart start, EventLog events) {
    for (RecordedEvent next = events.peek();
        next != null && events.causeOfNext() < offset;
        next = events.peek()) {
      if (events.causeOfNext() >= start.firstStep()) {
        reportWithoutCause(next);
      }
      events.skip();
    }
  }

  /** Says whether an event answers this command, although it names a later one as its cause. */
  private boolean isMisplaced(RecordedEvent event, LogRecord command, List<RecordedEvent> caused) {
    EventHead head = event.event().head();
    if (event.causeOffset() <= command.offset() || !caused.isEmpty() || !isAsked(command, head)) {
      return false;
    }
    findings.add(
        violation(
            event, "cause.offset=" + command.offset(), "cause.offset=" + event.causeOffset()));
    return true;
  }

  private static boolean isAsked(LogRecord command, EventHead head) {
    return head.commandId().equals(command.content().commandId())
        && head.account().equals(command.content().account());
  }

  private void reportWithoutCause(EventLog events) {
    for (RecordedEvent left = events.peek(); left != null; left = events.peek()) {
      reportWithoutCause(left);
      events.skip();
    }
  }

  private void reportWithoutCause(RecordedEvent event) {
    findings.add(
        violation(
            event,
            "a command at cause.offset=" + event.causeOffset(),
            "no such command, seq=" + event.seq()));
  }

  private Violation violation(RecordedEvent event, String expected, String found) {
    long at = event.event().head().at();
    return Violation.ofEvent(history.partition(), event, at, expected, found);
  }
}
