package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.LogEndsSource;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
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
    return read(logs, partition, () -> store.header(partition));
  }

  /** The facts as they are once the state is set aside. */
  StartFacts readWithoutState(LogReader logs, int partition) {
    return read(logs, partition, () -> null);
  }

  private StartFacts read(
      LogReader logs, int partition, Supplier<@Nullable PartitionHeader> state) {
    Published published = published(logs, partition);
    Commit commit = published.commit();
    LogRange events = published.events();
    Long lastSeq = published.lastSeq();
    if (!published.isConsistent()) {
      requireVisible(partition, events);
    }
    PartitionHeader header = state.get();
    Long firstKept =
        header != null && lastSeq == null && commit instanceof Commit.Missing
            ? firstKept(partition, header)
            : null;
    LogRange commands = logs.range(topics.commands(partition));
    if (header == null && commit instanceof Commit.Missing) {
      requireStillMissing(logs, partition);
    }
    AppliedRecord applied =
        header == null
            ? new AppliedRecord.NotRetained()
            : applied(logs, partition, header, commands);
    LogRange tail =
        commit instanceof Commit.Known known && known.metadata().exceeds(header)
            ? new EventReader(logs, topics.events(partition)).tail(known.metadata(), events)
            : null;
    return new StartFacts(
        partition, commit, events, lastSeq, header, firstKept, commands, applied, tail);
  }

  /**
   * Nothing may have been committed since, such as by a successor of whom this one has not heard:
   * the log may begin behind what that one has decided.
   */
  private void requireStillMissing(LogReader logs, int partition) {
    if (!(commit(logs.committed(topics.commands(partition))) instanceof Commit.Missing)) {
      throw new KafkaException(
          "another instance has committed for partition=%d while its facts were read"
              .formatted(partition));
    }
  }

  /**
   * What the group's position and the events say. Changes nothing, so anybody may ask; to have done
   * so once opens the connections and loads the code.
   */
  Published published(LogReader logs, int partition) {
    Commit commit = commit(logs.committed(topics.commands(partition)));
    EventReader reader = new EventReader(logs, topics.events(partition));
    LogRange events = reader.range();
    Event last = reader.last(events);
    return new Published(commit, events, last == null ? null : Long.valueOf(last.head().seq()));
  }

  /** Claims that the command that the last event answers is in the log. */
  boolean hasLastCause(LogReader logs, int partition) {
    EventReader reader = new EventReader(logs, topics.events(partition));
    Event last = reader.last(reader.range());
    if (last == null || last.head().cause().partition() != partition) {
      return false;
    }
    LogRange commands = logs.range(topics.commands(partition));
    long offset = last.head().cause().offset();
    ConsumerRecord<byte[], byte[]> cause =
        offset < commands.begin()
            ? null
            : logs.first(topics.commands(partition), offset, commands, record -> true);
    return cause != null && cause.offset() == offset && cause.timestamp() <= last.head().at();
  }

  /**
   * When the last command was appended, of all partitions: the brokers' clock is not behind that.
   */
  long latestAppend(LogReader logs, int partitions) {
    long latest = 0;
    for (int partition = 0; partition < partitions; partition++) {
      TopicPartition commands = topics.commands(partition);
      ConsumerRecord<byte[], byte[]> last =
          logs.last(commands, logs.range(commands), record -> true);
      latest = Math.max(latest, last == null ? 0 : last.timestamp());
    }
    return latest;
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
    ConsumerRecord<byte[], byte[]> found =
        logs.first(topics.commands(partition), offset, commands, record -> true);
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
