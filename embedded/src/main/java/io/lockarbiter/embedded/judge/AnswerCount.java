package io.lockarbiter.embedded.judge;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.BitSet;

/**
 * Counts commands and their direct answers, without any rule. Every client has a reply address, and
 * an event carries it as {@code replyTo} if and only if it is the answer to the command that it
 * names as its cause.
 *
 * @param commands sent by clients, copies of unanswered ones included; not those of the arbiter
 *     itself
 * @param answers direct answers
 * @param missing commands without an answer
 * @param repeated answers to a command that already has one
 * @param unasked answers to a record that is no command
 */
public record AnswerCount(long commands, long answers, long missing, long repeated, long unasked) {
  static final AnswerCount NONE = new AnswerCount(0, 0, 0, 0, 0);

  /** Counts one partition. */
  static AnswerCount of(PartitionHistory history) {
    BitSet asked = asked(history.commands());
    BitSet answered = new BitSet();
    long answers = 0;
    long repeated = 0;
    long unasked = 0;
    RecordLog events = history.events();
    for (AuditRecord event = events.next(); event != null; event = events.next()) {
      byte[] value = event.value();
      if (value != null && event.header(EventHeader.REPLY_TO) != null) {
        Cause cause = EventCodec.decode(value).head().cause();
        int offset = Math.toIntExact(cause.offset());
        answers++;
        unasked += asked.get(offset) ? 0 : 1;
        repeated += answered.get(offset) ? 1 : 0;
        answered.set(offset);
      }
    }
    BitSet missing = (BitSet) asked.clone();
    missing.andNot(answered);
    return new AnswerCount(asked.cardinality(), answers, missing.cardinality(), repeated, unasked);
  }

  /** Marks the commands of clients; the arbiter's own commands have no key. */
  private static BitSet asked(RecordLog commands) {
    BitSet asked = new BitSet();
    for (AuditRecord command = commands.next(); command != null; command = commands.next()) {
      asked.set(Math.toIntExact(command.offset()), command.key() != null);
    }
    return asked;
  }

  /** Returns the sum of both. */
  AnswerCount plus(AnswerCount other) {
    return new AnswerCount(
        commands + other.commands,
        answers + other.answers,
        missing + other.missing,
        repeated + other.repeated,
        unasked + other.unasked);
  }

  /** Says whether each command has exactly one answer. */
  public boolean isComplete() {
    return missing == 0 && repeated == 0 && unasked == 0;
  }
}
