package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.Gathering;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PartitionLog;
import io.lockarbiter.arbiter.partition.StartFacts;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition assigned to a listener's consumer, between two threads: the listener's thread reads
 * and steers the consumer, the worker's thread takes the batches and opens publishers. The listener
 * carries out the worker's requests at its next turn.
 */
final class ConsumedPartition implements PartitionLog {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumedPartition.class);
  private static final long UNKNOWN = -1;

  private final KafkaServices services;
  private final GroupMembership group;
  private final int partition;
  private final TopicPartition commands;
  private final Inbox inbox;
  private boolean paused;
  private long restsUntil = System.nanoTime();
  private volatile long position = UNKNOWN;
  private volatile long unread = UNKNOWN;

  /** A partition just assigned. */
  ConsumedPartition(KafkaServices services, GroupMembership group, int partition) {
    this.services = services;
    this.group = group;
    this.partition = partition;
    this.commands = services.topics().commands(partition);
    this.inbox = new Inbox(services.batchRecords());
  }

  TopicPartition commands() {
    return commands;
  }

  /**
   * Prepares the consumer at the assignment, on the listener's thread. Nothing is read before the
   * start position is known. Until then any position will do, but without one a poll would fail.
   */
  void assigned(Consumer<?, ?> consumer) {
    paused = true;
    consumer.pause(Set.of(commands));
    consumer.seek(commands, 0);
  }

  /**
   * Seeks, pauses and resumes as the worker asked, on the listener's thread before every poll.
   *
   * @param mayResume whether records of this partition may be added to those of the next poll
   * @return whether they were
   */
  boolean steer(Consumer<?, ?> consumer, boolean mayResume) {
    OptionalLong asked = inbox.asked();
    if (asked.isPresent()) {
      consumer.seek(commands, asked.getAsLong());
      position = UNKNOWN;
      unread = UNKNOWN;
      inbox.open(asked.getAsLong());
    }
    boolean hungry = inbox.isHungry() && System.nanoTime() - restsUntil >= 0;
    if (!hungry && !paused) {
      paused = true;
      consumer.pause(Set.of(commands));
    } else if (hungry && paused && mayResume) {
      paused = false;
      consumer.resume(Set.of(commands));
      return true;
    }
    return false;
  }

  /** Passes the records and the position on, on the listener's thread after every poll. */
  void read(List<ReadRecord> records, Consumer<?, ?> consumer) {
    inbox.offer(records);
    if (!paused) {
      observe(consumer);
    }
  }

  private void observe(Consumer<?, ?> consumer) {
    try {
      position = consumer.position(commands, Duration.ZERO);
    } catch (TimeoutException e) {
      return; // the position is being validated
    }
    unread = consumer.currentLag(commands).orElse(UNKNOWN);
  }

  /** Reads nothing for a while, on the listener's thread. */
  void rest(Duration pause) {
    restsUntil = System.nanoTime() + pause.toNanos();
  }

  /** Marks the records read as unusable, on the listener's thread. */
  void fail(RuntimeException failure) {
    inbox.fail(failure);
  }

  /**
   * Closes the partition, which another instance owns now or soon, on the listener's thread. Wakes
   * the worker if it waits.
   */
  void close() {
    inbox.close();
  }

  @Override
  public void pause() {
    inbox.shut();
  }

  @Override
  public void readFrom(long offset) {
    inbox.ask(offset);
    group.wakeListener();
  }

  @Override
  public @Nullable Batch take(Duration longest, Gathering gathering) {
    services.sameTopics().require(partition, false);
    boolean hungry = inbox.isHungry();
    List<ReadRecord> records = inbox.take(longest, gathering);
    if (!hungry && inbox.isHungry()) {
      group.wakeListener();
    }
    return records.isEmpty() ? null : BatchReader.read(records);
  }

  @Override
  public boolean hasMore(int records) {
    return inbox.size() >= records;
  }

  @Override
  public boolean hasRead(long end) {
    // The order matters: the listener puts records in before it publishes its position.
    return position >= end && inbox.isDrained();
  }

  @Override
  public OptionalLong lag() {
    long rest = unread;
    return rest == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(rest + inbox.size());
  }

  @Override
  public long end(Duration longest) {
    return services.readers().with(logs -> logs.end(commands, longest));
  }

  @Override
  public long confirmations() {
    return group.confirmations();
  }

  @Override
  public EventPublisher openPublisher() {
    return services.openPublisher(partition);
  }

  @Override
  public boolean isCommitBare() {
    try {
      return services.readers().with(logs -> services.facts().isCommitBare(logs, partition));
    } catch (KafkaException e) {
      LOG.debug("{}: the group's position is unknown", commands, e);
      return false;
    }
  }

  @Override
  public boolean hasSameTopics() {
    try {
      services.sameTopics().require(partition, true);
      return true;
    } catch (HaltedException | KafkaException e) {
      LOG.debug("{}: the topics are not the same, or that is unknown", commands, e);
      return false;
    }
  }

  @Override
  public StartFacts facts() {
    services.sameTopics().require(partition, true);
    return services.readers().with(logs -> services.facts().read(logs, partition));
  }

  @Override
  public EventPage events(LogRange range) {
    return services
        .readers()
        .with(logs -> new EventLogReader(logs, services.topics().events(partition)).page(range));
  }

  @Override
  public FailureKind kind(RuntimeException failure) {
    if (failure instanceof ProducerFencedException
        || failure instanceof InvalidProducerEpochException) {
      return FailureKind.TAKEN_OVER;
    }
    return failure instanceof KafkaException ? FailureKind.PASSING : FailureKind.UNEXPECTED;
  }
}
