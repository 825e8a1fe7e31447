package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what Kafka and Redis say about a partition. To be called when earlier publishers of it are
 * fenced: then nothing but the state can still change, and that only forwards.
 */
public final class StartFactsReader {
  private static final Logger LOG = LoggerFactory.getLogger(StartFactsReader.class);

  private final LockStore store;
  private final Topics topics;

  /** A reader of one deployment's facts. */
  public StartFactsReader(LockStore store, Topics topics) {
    this.store = store;
    this.topics = topics;
  }

  /** Reads the facts; the order of the questions is that of {@link StartFacts}. */
  StartFacts read(LogReader logs, int partition) {
    Commit commit = commit(logs.committed(topics.commands(partition)));
    LogRange events = logs.range(topics.events(partition));
    Long lastSeq = lastSeq(logs.last(topics.events(partition), events));
    PartitionHeader header = store.header(partition);
    Long firstKept =
        header != null && lastSeq == null && commit instanceof Commit.Missing
            ? firstKept(partition, header)
            : null;
    LogRange commands = logs.range(topics.commands(partition));
    AppliedRecord applied =
        header == null
            ? new AppliedRecord.NotRetained()
            : applied(logs, partition, header, commands);
    return new StartFacts(partition, commit, events, lastSeq, header, firstKept, commands, applied);
  }

  /**
   * Asks what {@link #read} asks, for nothing but to have done it once: it opens the connections
   * and loads the code before a partition stands still for it.
   */
  void rehearse(LogReader logs, int partition) {
    Commit commit = commit(logs.committed(topics.commands(partition)));
    LogRange events = logs.range(topics.events(partition));
    Long lastSeq = lastSeq(logs.last(topics.events(partition), events));
    PartitionHeader header = store.header(partition);
    LOG.debug("partition={} commit={} lastSeq={} header={}", partition, commit, lastSeq, header);
  }

  private static Commit commit(@Nullable OffsetAndMetadata committed) {
    if (committed == null || committed.metadata().isEmpty()) {
      return new Commit.Missing();
    }
    try {
      return new Commit.Known(committed.offset(), CommitMetadataCodec.decode(committed.metadata()));
    } catch (IllegalArgumentException e) {
      return new Commit.Unreadable(committed.offset(), String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable Long lastSeq(@Nullable ConsumerRecord<byte[], byte[]> last) {
    if (last == null) {
      return null;
    }
    try {
      return EventCodec.decode(last.value()).head().seq();
    } catch (IllegalArgumentException e) {
      return StartFacts.NO_EVENT;
    }
  }

  /** What the store was told last; asking with nothing published changes nothing. */
  private @Nullable Long firstKept(int partition, PartitionHeader header) {
    FeedPosition nothingPublished = new FeedPosition(header.appliedOffset(), 0);
    Outcome outcome = store.decide(partition, nothingPublished, List.of(), events -> {});
    return outcome instanceof Outcome.Stale stale
        ? Long.valueOf(stale.firstKept())
        : Long.valueOf(1);
  }

  private AppliedRecord applied(
      LogReader logs, int partition, PartitionHeader header, LogRange commands) {
    long offset = header.appliedOffset();
    if (offset < commands.begin() || offset >= commands.end()) {
      return new AppliedRecord.NotRetained();
    }
    ConsumerRecord<byte[], byte[]> found = logs.first(topics.commands(partition), offset, commands);
    return found == null || found.offset() != offset
        ? new AppliedRecord.Absent()
        : new AppliedRecord.Found(found.timestamp(), found.leaderEpoch().orElse(-1));
  }
}
