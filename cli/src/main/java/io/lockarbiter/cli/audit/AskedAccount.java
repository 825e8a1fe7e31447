package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A history that notices whether any record is of the account that was asked for. An answer about a
 * misspelled account looks like one about an account without locks.
 */
final class AskedAccount implements HistorySource {
  private final HistorySource source;
  private final @Nullable String account;
  private final byte[] key;
  private boolean isOnRecord;

  /**
   * Watches the partitions that are opened here.
   *
   * @param account null = all accounts; then none is missing
   */
  AskedAccount(HistorySource source, @Nullable String account) {
    this.source = source;
    this.account = account;
    key = account == null ? new byte[0] : account.getBytes(UTF_8);
  }

  /** Says what it means that none of the records read is of the account; null if one was. */
  @Nullable String problem() {
    return account == null || isOnRecord
        ? null
        : "No record that was read has account=%s, so this says nothing about it: the name is"
                .formatted(account)
            + " misspelled, was not used yet, or retention removed its records. Names count case."
            + " Fix: lockarbiter audit stats lists the accounts that have records.";
  }

  @Override
  public PartitionHistory open(int partition) {
    return new Watched(source.open(partition));
  }

  @Override
  public String commandsTopic() {
    return source.commandsTopic();
  }

  @Override
  public String eventsTopic() {
    return source.eventsTopic();
  }

  @Override
  public List<Integer> partitions() {
    return source.partitions();
  }

  @Override
  public void close() {
    source.close();
  }

  private final class Watched implements PartitionHistory {
    private final PartitionHistory history;

    Watched(PartitionHistory history) {
      this.history = history;
    }

    @Override
    public int partition() {
      return history.partition();
    }

    @Override
    public int partitions() {
      return history.partitions();
    }

    @Override
    public RecordLog commands() {
      return new WatchedLog(history.commands());
    }

    @Override
    public RecordLog events() {
      return new WatchedLog(history.events());
    }

    @Override
    public void close() {
      history.close();
    }
  }

  private final class WatchedLog implements RecordLog {
    private final RecordLog log;

    WatchedLog(RecordLog log) {
      this.log = log;
    }

    @Override
    public long begin() {
      return log.begin();
    }

    @Override
    public long end() {
      return log.end();
    }

    @Override
    public @Nullable AuditRecord next() {
      AuditRecord record = log.next();
      isOnRecord |= record != null && Arrays.equals(record.key(), key);
      return record;
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
