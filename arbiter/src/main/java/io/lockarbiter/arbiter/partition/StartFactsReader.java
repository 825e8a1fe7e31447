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
 * only forwards. An instance that is fenced meanwhile notices that the position has changed.
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
    Long firstKept =
        header != null && published.lastSeq() == null && commit instanceof Commit.Missing
            ? firstKept(partition, header)
            : null;
    LogRange commands = logs.commands();
    AppliedRecord applied =
        header == null || !commands.contains(header.appliedOffset())
            ? new AppliedRecord.NotRetained()
            : logs.record(header.appliedOffset(), commands);
    LogRange tail =
        commit instanceof Commit.Known known && known.metadata().exceeds(header)
            ? logs.tail(known.metadata(), published.events())
            : null;
    logs.requireUnchanged(commit);
    return new StartFacts(
        partition,
        commit,
        published.events(),
        published.lastSeq(),
        header,
        firstKept,
        commands,
        applied,
        tail);
  }

  /**
   * The first event that the store does not know to be published; the question itself publishes
   * nothing and changes nothing.
   */
  private @Nullable Long firstKept(int partition, PartitionHeader header) {
    FeedPosition nothingPublished = new FeedPosition(header.appliedOffset(), 0);
    Outcome outcome = store.decide(partition, nothingPublished, List.of(), events -> {});
    return outcome instanceof Outcome.Stale stale
        ? Long.valueOf(stale.firstKept())
        : Long.valueOf(1);
  }
}
