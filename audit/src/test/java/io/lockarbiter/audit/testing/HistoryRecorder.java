package io.lockarbiter.audit.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.EventHeaders;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes histories without Kafka: the reference model decides the commands, and the events are
 * recorded as an arbiter would publish them.
 */
public final class HistoryRecorder {
  private final int partition;
  private final Consumer<AuditRecord> commands;
  private final Consumer<AuditRecord> events;
  private final Vocabulary vocabulary;
  private final ReferenceLockStore store;
  private long lastOffset = -1;
  private long eventOffset;
  private long seq;

  /** Creates a recorder of an empty partition. */
  public HistoryRecorder(
      int partition, Consumer<AuditRecord> commands, Consumer<AuditRecord> events) {
    this(partition, commands, events, Vocabulary.OF_THIS_BUILD);
  }

  /**
   * Creates a recorder of an empty partition, with the vocabulary of the arbiter that it stands
   * for.
   */
  public HistoryRecorder(
      int partition,
      Consumer<AuditRecord> commands,
      Consumer<AuditRecord> events,
      Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.store = new ReferenceLockStore(vocabulary.newestRules());
    this.partition = partition;
    this.commands = commands;
    this.events = events;
  }

  /** Appends a command as its sender or the arbiter would: the key is the account, or null. */
  public void append(long offset, long appendedAt, Command command) {
    byte[] key = command instanceof AccountCommand asked ? asked.account().getBytes(UTF_8) : null;
    append(offset, appendedAt, 0, key, CommandCodec.encode(command));
  }

  /** Appends any record and the events that it causes. */
  public void append(
      long offset, long appendedAt, int leaderEpoch, byte @Nullable [] key, byte[] value) {
    commands.accept(new AuditRecord(offset, appendedAt, leaderEpoch, key, value, List.of()));
    LogRecord record =
        new LogRecord(offset, appendedAt, leaderEpoch, CommandCodec.decode(key, value, vocabulary));
    Decision decision = store.decide(partition, new FeedPosition(lastOffset, seq), List.of(record));
    if (!(decision.outcome() instanceof Outcome.Applied applied)) {
      throw new IllegalStateException("offset=" + offset + ": " + decision.outcome());
    }
    lastOffset = offset;
    seq = applied.header().seq();
    for (EncodedEvent event : decision.events()) {
      events.accept(
          new AuditRecord(
              eventOffset++,
              appendedAt,
              leaderEpoch,
              event.account().getBytes(UTF_8),
              event.value(),
              EventHeaders.of(event)));
    }
    eventOffset++; // the marker that ends the transaction
  }
}
