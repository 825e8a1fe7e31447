package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.ElapsedClock;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionState;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * One listener thread: its partitions and their turns. Nothing is ever acknowledged to the
 * container; positions are committed with the events. Called by its container's thread alone.
 */
final class CommandListener
    implements BatchMessageListener<byte[], byte[]>, ConsumerAwareRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(CommandListener.class);
  private static final Duration STARTS_PER_TURN = Duration.ofMillis(200);
  private static final Duration LAG_INTERVAL = Duration.ofSeconds(10);
  private static final int REST_AFTER_FAILURE = 4;

  private final PartitionServices services;
  private final KafkaServices kafka;
  private final LogReader logs;
  private final ElapsedClock clock;
  private final Map<Integer, AssignedPartition> assigned = new TreeMap<>();
  private long restUntil;
  private long lagDue;

  CommandListener(PartitionServices services, KafkaServices kafka, LogReader logs) {
    this.services = services;
    this.kafka = kafka;
    this.logs = logs;
    this.clock = services.clock();
    this.restUntil = clock.nanos();
    this.lagDue = clock.nanos();
  }

  @Override
  public boolean wantsPollResult() {
    return true;
  }

  @Override
  public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
    throw new IllegalStateException("the container hands over whole polls");
  }

  @Override
  public void onMessage(
      ConsumerRecords<byte[], byte[]> records,
      @Nullable Acknowledgment acknowledgment,
      Consumer<byte[], byte[]> consumer) {
    for (TopicPartition partition : records.partitions()) {
      AssignedPartition owner = assigned.get(partition.partition());
      if (owner != null) {
        owner.accept(() -> BatchReader.read(records.records(partition)));
      }
    }
    attend();
  }

  /** Does what is due beside records; called after every poll, also an empty one. */
  void attend() {
    startDue();
    assigned.values().forEach(AssignedPartition::attend);
    if (clock.nanos() - lagDue >= 0) {
      lagDue = clock.nanos() + LAG_INTERVAL.toNanos();
      attendPaused();
    }
  }

  /**
   * Starts what is due, the longest due first, for a while. An attempt that failed may have waited
   * long for an answer: then partitions that run get several times as long before the next one.
   */
  private void startDue() {
    long begin = clock.nanos();
    while (clock.nanos() - begin < STARTS_PER_TURN.toNanos() && !isResting()) {
      Optional<AssignedPartition> due = nextDue();
      if (due.isEmpty()) {
        return;
      }
      long attempt = clock.nanos();
      due.get().start();
      if (due.get().state() == PartitionState.RETRYING && due.get().untilAttempt() > 0) {
        restUntil = clock.nanos() + REST_AFTER_FAILURE * (clock.nanos() - attempt);
      }
    }
  }

  private boolean isResting() {
    return clock.nanos() - restUntil < 0
        && assigned.values().stream().anyMatch(p -> p.state() == PartitionState.RUNNING);
  }

  private Optional<AssignedPartition> nextDue() {
    return assigned.values().stream()
        .filter(AssignedPartition::isDue)
        .min(Comparator.comparingLong(AssignedPartition::untilAttempt));
  }

  private void attendPaused() {
    try {
      assigned.values().stream()
          .filter(partition -> partition.state() != PartitionState.RUNNING)
          .forEach(AssignedPartition::attendPaused);
    } catch (RuntimeException e) {
      LOG.debug("the lag of partitions that do not run is unknown", e);
    }
  }

  /** Starts anew what a failed poll concerns; others go on. */
  void onPollFailure(Exception failure) {
    if (failure instanceof InvalidOffsetException invalid) {
      invalid.partitions().stream()
          .map(partition -> assigned.get(partition.partition()))
          .filter(partition -> partition != null)
          .forEach(partition -> partition.fail(invalid));
    } else {
      LOG.warn("a poll failed; trying again", failure);
    }
  }

  /** Starts everything anew: positions may have moved past records that nobody decided. */
  void onUnexpected(RuntimeException failure) {
    assigned.values().forEach(partition -> partition.fail(failure));
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      int number = partition.partition();
      ConsumedPartition log = new ConsumedPartition(kafka, consumer, logs, number);
      assigned.put(number, new AssignedPartition(services, log, number));
    }
  }

  @Override
  public void onPartitionsRevokedBeforeCommit(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
  }

  private void release(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      AssignedPartition owner = assigned.remove(partition.partition());
      if (owner != null) {
        owner.close();
      }
    }
  }

  /** Lets go of everything; the container's thread has ended or is about to. */
  void close() {
    assigned.values().forEach(AssignedPartition::close);
    assigned.clear();
    logs.close();
  }
}
