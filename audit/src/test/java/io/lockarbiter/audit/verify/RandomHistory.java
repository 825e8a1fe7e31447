package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.lua.history.HistoryGenerator;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A recorded history of the kind with which both stores are tested; it has every verdict. */
record RandomHistory(List<AuditRecord> commands, List<AuditRecord> events) {

  static RandomHistory of(long seed, int records) {
    return of(seed, records, 1);
  }

  /** Returns the same with more time between the records. */
  static RandomHistory of(long seed, int records, int stretch) {
    return of(new HistoryGenerator(seed), records, stretch);
  }

  /** Returns a history in which it is remembered, mostly, which paths are gone. */
  static RandomHistory withMoves(long seed, int records, int stretch) {
    return of(new HistoryGenerator(seed, /* withMoves= */ true), records, stretch);
  }

  private static RandomHistory of(HistoryGenerator generator, int records, int stretch) {
    return recorded(
        recorder -> {
          for (int i = 0; i < records; i++) {
            append(recorder, generator.next(), stretch);
          }
        });
  }

  /** Returns a history that is not random, but recorded likewise. */
  static RandomHistory recorded(Consumer<HistoryRecorder> recording) {
    RandomHistory history = new RandomHistory(new ArrayList<>(), new ArrayList<>());
    recording.accept(
        new HistoryRecorder(
            HistoryGenerator.PARTITION, history.commands::add, history.events::add));
    return history;
  }

  private static void append(HistoryRecorder recorder, LogRecord record, int stretch) {
    byte[] key = null;
    byte[] value;
    if (record.content() instanceof Valid valid) {
      key =
          valid.command() instanceof AccountCommand asked ? asked.account().getBytes(UTF_8) : null;
      value = CommandCodec.encode(valid.command());
    } else if (record.content() instanceof Refused refused) {
      key = refused.refusal().account().getBytes(UTF_8);
      value =
          """
          {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u","operation":"UPLOAD","path":"no path"}"""
              .formatted(refused.refusal().commandId(), refused.refusal().account())
              .getBytes(UTF_8);
    } else {
      value = "no JSON".getBytes(UTF_8);
    }
    recorder.append(
        record.offset(), stretch * record.appendedAt(), record.leaderEpoch(), key, value);
  }

  MemoryHistory whole() {
    return new MemoryHistory(HistoryGenerator.PARTITION, commands, events);
  }

  MemoryHistory withEvents(List<AuditRecord> others) {
    return new MemoryHistory(HistoryGenerator.PARTITION, commands, others);
  }

  /** Returns what retention has left from this command on, in one of so many partitions. */
  MemoryHistory from(int partitions, int first) {
    List<AuditRecord> left =
        events.stream()
            .filter(event -> Damage.json(event).path("cause").path("offset").asInt() >= first)
            .toList();
    return new MemoryHistory(
        HistoryGenerator.PARTITION,
        partitions,
        commands.subList(first, commands.size()),
        left,
        new Begins(first, left.isEmpty() ? 0 : left.get(0).offset()));
  }
}
