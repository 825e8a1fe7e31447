package io.lockarbiter.audit.testing;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import io.lockarbiter.contracts.lock.Settings;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Histories in memory, for tests.
 *
 * @param partitions number of partitions of the topics; {@link Settings#UNTOLD} if unknown
 * @param begins first retained offsets of commands and events; 0 if nothing was ever removed
 */
public record MemoryHistory(
    int partition,
    int partitions,
    List<AuditRecord> commandRecords,
    List<AuditRecord> eventRecords,
    Begins begins)
    implements PartitionHistory {

  /** The first retained offsets. */
  public record Begins(long commands, long events) {
    /** Begins of a history from which nothing was removed. */
    public static final Begins WHOLE = new Begins(0, 0);
  }

  /** Creates a whole history. */
  public MemoryHistory(int partition, List<AuditRecord> commands, List<AuditRecord> events) {
    this(partition, commands, events, Begins.WHOLE);
  }

  /** Creates a history of topics whose number of partitions is unknown. */
  public MemoryHistory(
      int partition, List<AuditRecord> commands, List<AuditRecord> events, Begins begins) {
    this(partition, Settings.UNTOLD, commands, events, begins);
  }

  @Override
  public RecordLog commands() {
    return new ListLog(commandRecords.iterator(), begins.commands(), end(commandRecords));
  }

  @Override
  public RecordLog events() {
    return new ListLog(eventRecords.iterator(), begins.events(), end(eventRecords));
  }

  @Override
  public void close() {}

  private static long end(List<AuditRecord> records) {
    return records.isEmpty() ? 0 : records.get(records.size() - 1).offset() + 1;
  }

  private record ListLog(Iterator<AuditRecord> records, long begin, long end) implements RecordLog {
    @Override
    public @Nullable AuditRecord next() {
      return records.hasNext() ? records.next() : null;
    }
  }
}
