package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for what Kafka and Redis say about a partition, in the order of {@link StartFacts}. To be
 * called when earlier publishers of it are fenced: then nothing but the state can still change, and
 * that only forwards. Whoever is fenced meanwhile finds the position changed.
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

  /** The facts as they are once the state is set aside. */
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

  /** What the store was told last; asking with nothing published changes nothing. */
  private @Nullable Long firstKept(int partition, PartitionHeader header) {
    FeedPosition nothingPublished = new FeedPosition(header.appliedOffset(), 0);
    Outcome outcome = store.decide(partition, nothingPublished, List.of(), events -> {});
    return outcome instanceof Outcome.Stale stale
        ? Long.valueOf(stale.firstKept())
        : Long.valueOf(1);
  }
}
