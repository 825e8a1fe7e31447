package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the facts of Kafka and Redis about a partition, in the order of {@link StartFacts}. Call it
 * when earlier publishers of the partition are fenced: then only the state can still change, and
 * only forwards. An instance that is fenced meanwhile notices that position or events have changed.
 */
public final class StartFactsReader {
  private final LockStore store;

  /** A reader of states in a store. */
  public StartFactsReader(LockStore store) {
    this.store = store;
  }

  /** Reads the facts. */
  public StartFacts read(FactSource logs, int partition) {
    return read(logs, partition, () -> store.header(partition));
  }

  /** Reads the facts as they will be once the state is set aside. */
  public StartFacts readWithoutState(FactSource logs, int partition) {
    return read(logs, partition, () -> null);
  }

  private StartFacts read(
      FactSource logs, int partition, Supplier<@Nullable PartitionHeader> state) {
    Published published = logs.published();
    Commit commit = published.commit();
    PartitionHeader header = state.get();
    boolean isUncertain = published.lastSeq() == null || !published.later().events().isEmpty();
    Long firstKept = header != null && isUncertain ? firstKept(partition, header) : null;
    LogRange commands = logs.commands();
    AppliedRecord applied =
        header == null || !commands.contains(header.appliedOffset())
            ? new AppliedRecord.NotRetained()
            : logs.record(header.appliedOffset(), commands);
    LaterEvents later = published.later();
    LogRange tail = null;
    AppliedRecord cause = new AppliedRecord.NotRetained();
    if (commit instanceof Commit.Known known && StartFacts.isLost(known, header, later)) {
      tail = logs.tail(known.metadata(), published.events());
      cause = later.events().isEmpty() ? cause : cause(logs, later, commands);
    }
    logs.requireUnchanged(published);
    return new StartFacts(
        partition,
        commit,
        published.events(),
        published.lastSeq(),
        header,
        firstKept,
        commands,
        applied,
        later,
        cause,
        tail);
  }

  /** The record that the last event answers. */
  private static AppliedRecord cause(FactSource logs, LaterEvents later, LogRange commands) {
    long offset = later.lastHead().cause().offset();
    return commands.contains(offset)
        ? logs.record(offset, commands)
        : new AppliedRecord.NotRetained();
  }

  /**
   * The first event that the store does not know to be published; the question itself publishes
   * nothing and changes nothing.
   */
  private @Nullable Long firstKept(int partition, PartitionHeader header) {
    FeedPosition nothingPublished = new FeedPosition(header.appliedOffset(), 0, header.seq());
    Outcome outcome = store.decide(partition, nothingPublished, List.of(), events -> {});
    return outcome instanceof Outcome.Stale stale
        ? Long.valueOf(stale.firstKept())
        : Long.valueOf(1);
  }
}
