package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.FactSource;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PartitionLog;
import io.lockarbiter.arbiter.partition.Published;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.partition.StartFactsReader;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.LogEndsSource;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.lua.store.LockStore;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads Kafka's facts about a partition, and together with Redis the facts on which its start
 * depends.
 */
public final class KafkaFacts {
  private static final int MOST_ASKS = 5;

  private final StartFactsReader reader;
  private final Topics topics;
  private final LogEndsSource eventEnds;

  /**
   * A reader of one deployment's facts.
   *
   * @param eventEnds the source of the ends of {@code lock.events}
   */
  public KafkaFacts(LockStore store, Topics topics, LogEndsSource eventEnds) {
    this.reader = new StartFactsReader(store);
    this.topics = topics;
    this.eventEnds = eventEnds;
  }

  /** Reads the facts. */
  StartFacts read(LogReader logs, int partition) {
    return reader.read(new Source(logs, partition), partition);
  }

  /** Reads the facts as they will be once the state is set aside. */
  StartFacts readWithoutState(LogReader logs, int partition) {
    return reader.readWithoutState(new Source(logs, partition), partition);
  }

  /**
   * The group's position and the published events. Changes nothing, so anybody may ask; a first
   * call opens the connections and loads the code.
   */
  Published published(LogReader logs, int partition) {
    Commit commit = commit(logs.committed(topics.commands(partition)));
    EventLogReader reader = new EventLogReader(logs, topics.events(partition));
    LogRange events = reader.range();
    EventLogEnd end =
        reader.end(
            events,
            commit instanceof Commit.Known known
                ? known.metadata().publishedSeq()
                : Long.MAX_VALUE);
    Event last = end.last();
    return new Published(
        commit, events, last == null ? null : Long.valueOf(last.head().seq()), end.later());
  }

  /** As {@link PartitionLog#isCommitBare}. */
  boolean isCommitBare(LogReader logs, int partition) {
    return !(commit(logs.committed(topics.commands(partition))) instanceof Commit.Known);
  }

  /** Says whether the command that the last event answers is in the log. */
  boolean hasLastCause(LogReader logs, int partition) {
    EventLogReader reader = new EventLogReader(logs, topics.events(partition));
    Event last = reader.last(reader.range());
    if (last == null || last.head().cause().partition() != partition) {
      return false;
    }
    LogRange commands = logs.range(topics.commands(partition));
    long offset = last.head().cause().offset();
    ConsumerRecord<byte[], byte[]> cause =
        commands.contains(offset) ? command(logs, partition, offset, commands) : null;
    return cause != null && cause.timestamp() <= last.head().at();
  }

  /** The record at a retained offset of {@code lock.commands}; null if there is none. */
  private @Nullable ConsumerRecord<byte[], byte[]> command(
      LogReader logs, int partition, long offset, LogRange commands) {
    ConsumerRecord<byte[], byte[]> found =
        logs.first(topics.commands(partition), offset, commands, record -> true);
    return found == null || found.offset() != offset ? null : found;
  }

  /**
   * The append time of the first retained command behind an offset that was appended no later than
   * a moment; null if there is none.
   */
  @Nullable Long firstAppend(LogReader logs, int partition, long after, long latest) {
    TopicPartition commands = topics.commands(partition);
    ConsumerRecord<byte[], byte[]> first =
        logs.first(
            commands, after + 1, logs.range(commands), record -> record.timestamp() <= latest);
    return first == null ? null : Long.valueOf(first.timestamp());
  }

  /**
   * Refuses to take held-back events for missing ones: events behind an open transaction, which
   * cannot be an arbiter's, exist, and nobody can read them until it ends. What is appended later
   * is of no interest, because no earlier owner has appended it.
   */
  private void requireVisible(LogReader logs, int partition) {
    LogEnds ends = eventEnds.ends(List.of(partition)).get(partition);
    if (ends == null) {
      return;
    }
    TopicPartition events = topics.events(partition);
    long visible = logs.range(events).end();
    // A transaction that happens to be open ends soon, unless it is one that holds events back.
    for (int asked = 1; visible < ends.end() && asked < MOST_ASKS; asked++) {
      visible = logs.range(events).end();
    }
    if (visible < ends.end()) {
      throw new KafkaException(
          "a stranger's transaction has been open on %s since offset=%d; the events behind it are not readable until it ends. Fix: find its producer with kafka-transactions.sh describe-producers --topic %s --partition %d, stop it, and kafka-transactions.sh abort --topic %s --partition %d --start-offset %d"
              .formatted(
                  topics.events(),
                  visible,
                  topics.events(),
                  partition,
                  topics.events(),
                  partition,
                  visible));
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

  /** The facts from one partition's logs. */
  private final class Source implements FactSource {
    private final LogReader logs;
    private final int partition;

    Source(LogReader logs, int partition) {
      this.logs = logs;
      this.partition = partition;
    }

    @Override
    public Published published() {
      requireVisible(logs, partition);
      return KafkaFacts.this.published(logs, partition);
    }

    @Override
    public void requireUnchanged(Published seen) {
      if (!commit(logs.committed(topics.commands(partition))).equals(seen.commit())
          || !new EventLogReader(logs, topics.events(partition)).isStillTheEnd(seen.events())) {
        throw new KafkaException(
            "another instance has published for partition=%d while its facts were read"
                .formatted(partition));
      }
    }

    @Override
    public LogRange commands() {
      return logs.range(topics.commands(partition));
    }

    @Override
    public AppliedRecord record(long offset, LogRange commands) {
      ConsumerRecord<byte[], byte[]> found = command(logs, partition, offset, commands);
      return found == null
          ? new AppliedRecord.Absent()
          : new AppliedRecord.Found(found.timestamp(), found.leaderEpoch().orElse(-1));
    }

    @Override
    public @Nullable LogRange tail(CommitMetadata committed, LogRange events) {
      return new EventLogReader(logs, topics.events(partition)).tail(committed, events);
    }
  }
}
