package io.lockarbiter.trial.bench.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.EventHeaders;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Records the history of one partition as an arbiter would publish it; the reference model decides.
 * So many commands a second that no limit of the defaults refuses one, except for the numbers of
 * locks.
 */
final class HistoryWriter {
  private static final long START_MS = 1_700_000_000_000L;
  private static final int PER_MS = 5;
  private static final int ACCOUNTS = 20;
  private static final int NO_LIMIT = 10_000_000;

  private final int partition;
  private final RecordFile.Writer commands;
  private final RecordFile.Writer events;
  private final ReferenceLockStore store = new ReferenceLockStore();
  private long offset;
  private long eventOffset;
  private long seq;

  private HistoryWriter(int partition, RecordFile.Writer commands, RecordFile.Writer events) {
    this.partition = partition;
    this.commands = commands;
    this.events = events;
  }

  /**
   * Records the history of one of several partitions.
   *
   * @param number of commands
   * @param held locks held at once
   */
  static void write(Path directory, int partition, int partitions, long number, int held)
      throws IOException {
    List<String> accounts =
        PartitionAccounts.of(partitions, ACCOUNTS)
            .subList(partition * ACCOUNTS, (partition + 1) * ACCOUNTS);
    Uploads uploads = new Uploads(accounts, held);
    try (var commands = new RecordFile.Writer(RecordedHistories.commands(directory, partition));
        var events = new RecordFile.Writer(RecordedHistories.events(directory, partition))) {
      HistoryWriter writer = new HistoryWriter(partition, commands, events);
      writer.append(
          SettingsChange.NOTHING
              .with(Setting.PARTITIONS, partitions)
              .with(Setting.LOCKS_PER_SUB_ACCOUNT, NO_LIMIT)
              .with(Setting.LOCKS_PER_ACCOUNT, NO_LIMIT)
              .with(Setting.WAITERS_PER_ACCOUNT, NO_LIMIT));
      for (long n = 0; n < number - 1; n++) {
        writer.append(uploads.command(n));
      }
    }
  }

  private void append(Command command) {
    long at = START_MS + offset / PER_MS;
    byte[] key = command instanceof AccountCommand asked ? asked.account().getBytes(UTF_8) : null;
    byte[] value = CommandCodec.encode(command);
    commands.add(new AuditRecord(offset, at, 0, key, value, List.of()));
    LogRecord record = new LogRecord(offset, at, 0, new DecodedCommand.Valid(command));
    Decision decision = store.decide(partition, new FeedPosition(offset - 1, seq), List.of(record));
    seq = decision.applied().header().seq();
    for (EncodedEvent event : decision.events()) {
      events.add(
          new AuditRecord(
              eventOffset++,
              at,
              0,
              event.account().getBytes(UTF_8),
              event.value(),
              EventHeaders.of(event)));
    }
    eventOffset++; // the marker that ends the transaction
    offset++;
  }
}
