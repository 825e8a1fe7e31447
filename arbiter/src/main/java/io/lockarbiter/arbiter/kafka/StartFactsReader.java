package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.LogEndsSource;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Kafka and Redis say about a partition. To be called when earlier publishers of it are
 * fenced: then nothing but the state can still change, and that only forwards.
 */
public final class StartFactsReader {
  private final LockStore store;
  private final Topics topics;
  private final LogEndsSource eventEnds;

  /**
   * A reader of one deployment's facts.
   *
   * @param eventEnds where {@code lock.events} ends
   */
  public StartFactsReader(LockStore store, Topics topics, LogEndsSource eventEnds) {
    this.store = store;
    this.topics = topics;
    this.eventEnds = eventEnds;
  }

  /** Reads the facts; the order of the questions is that of {@link StartFacts}. */
  StartFacts read(LogReader logs, int partition) {
    Published published = published(logs, partition);
    Commit commit = published.commit();
    LogRange events = published.events();
    Long lastSeq = published.lastSeq();
    if (!published.isConsistent()) {
      requireVisible(partition, events);
    }
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
    LogRange tail =
        commit instanceof Commit.Known known && isBehind(header, known.metadata())
            ? tail(logs, partition, known.metadata(), events)
            : null;
    return new StartFacts(
        partition, commit, events, lastSeq, header, firstKept, commands, applied, tail);
  }

  private static boolean isBehind(@Nullable PartitionHeader header, CommitMetadata committed) {
    return header == null || header.appliedOffset() < committed.appliedOffset();
  }

  /** What is no event is nothing to build from. */
  private @Nullable LogRange tail(
      LogReader logs, int partition, CommitMetadata committed, LogRange events) {
    try {
      return new EventReader(logs, topics.events(partition)).tail(committed, events);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * What the group's position and the events say. Changes nothing, so anybody may ask; to have done
   * so once opens the connections and loads the code.
   */
  Published published(LogReader logs, int partition) {
    Commit commit = commit(logs.committed(topics.commands(partition)));
    LogRange events = logs.range(topics.events(partition));
    return new Published(commit, events, lastSeq(logs.last(topics.events(partition), events)));
  }

  /**
   * Refuses to take for missing what is only held back: events behind an open transaction, which
   * cannot be an arbiter's, are there, and are read by nobody until it ends.
   */
  private void requireVisible(int partition, LogRange events) {
    LogEnds ends = eventEnds.ends(List.of(partition)).get(partition);
    if (ends != null && ends.end() > events.end()) {
      throw new KafkaException(
          "a stranger's transaction has been open on %s since offset=%d; the events behind it are not readable until it ends. Fix: find its producer with kafka-transactions.sh describe-producers --topic %s --partition %d, stop it, and kafka-transactions.sh abort --topic %s --partition %d --start-offset %d"
              .formatted(
                  topics.events(),
                  events.end(),
                  topics.events(),
                  partition,
                  topics.events(),
                  partition,
                  events.end()));
    }
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

  /**
   * How far events are published.
   *
   * @param lastSeq as in {@link StartFacts}
   */
  record Published(Commit commit, LogRange events, @Nullable Long lastSeq) {
    /** Claims that the last event is the one that the commit tells of. */
    boolean isConsistent() {
      return commit instanceof Commit.Known known
          && known.metadata().publishedSeq() == (lastSeq == null ? 0 : lastSeq);
    }
  }
}
