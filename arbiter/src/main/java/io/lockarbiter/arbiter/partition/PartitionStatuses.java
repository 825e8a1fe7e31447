package io.lockarbiter.arbiter.partition;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The status of every partition assigned to this instance. Each partition has one writer at a time;
 * a writer that learns late of its loss cannot spoil the next one's entry. Read from any thread.
 */
public final class PartitionStatuses {
  private final Map<Integer, Entry> entries = new ConcurrentHashMap<>();

  /** Opens a partition's entry and closes the earlier one, if any. */
  public Entry open(int partition) {
    Entry entry = new Entry(PartitionStatus.starting(partition));
    entries.put(partition, entry);
    return entry;
  }

  /** All assigned partitions, lowest first. */
  public List<PartitionStatus> all() {
    return entries.values().stream()
        .map(Entry::status)
        .sorted(Comparator.comparingInt(PartitionStatus::partition))
        .toList();
  }

  /** One partition; null if it is not assigned to this instance. */
  public @Nullable PartitionStatus get(int partition) {
    Entry entry = entries.get(partition);
    return entry == null ? null : entry.status();
  }

  /** The writer's handle on one partition's status. */
  public final class Entry {
    private volatile PartitionStatus status;

    private Entry(PartitionStatus status) {
      this.status = status;
    }

    /** The present status. */
    public PartitionStatus status() {
      return status;
    }

    /** Replaces the status. */
    public void post(PartitionStatus next) {
      status = next;
    }

    /** Closes the entry, because this instance no longer has the partition. */
    public void close() {
      entries.remove(status.partition(), this);
    }
  }
}
