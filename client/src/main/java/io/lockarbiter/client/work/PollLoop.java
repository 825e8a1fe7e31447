package io.lockarbiter.client.work;

import io.lockarbiter.client.kafka.BrokerSigns;
import io.lockarbiter.contracts.codec.DecodedSize;
import io.lockarbiter.contracts.event.Granted;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the consumer's thread: reads jobs while the dispatcher has room, keeps polling while
 * it has none, and commits the jobs that have ended.
 */
final class PollLoop implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration COMMIT_LIMIT = Duration.ofSeconds(5);
  private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();
  private static final long COMMIT_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final GrantWorkerOptions options;
  private final GrantReader reader;
  private final StartPositions starts;
  private final JobDesk desk;
  private final JobDispatcher dispatcher;
  private final Map<TopicPartition, JobOffsets> partitions = new ConcurrentHashMap<>();
  private long committedAt = System.nanoTime();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final PollFailures failures = new PollFailures(stopped);
  private final BrokerSigns signs;
  private long lookedAt = System.nanoTime();
  private long answeredAt = lookedAt;
  private volatile Duration silence = Duration.ZERO;

  PollLoop(Consumer<byte[], byte[]> consumer, GrantWorkerOptions options, JobDesk desk) {
    this.consumer = consumer;
    this.options = options;
    this.reader = new GrantReader(options.pool());
    this.starts = new StartPositions(consumer, Clock.systemUTC());
    this.desk = desk;
    this.dispatcher = desk.dispatcher();
    this.signs = new BrokerSigns(consumer);
  }

  PollFailures failures() {
    return failures;
  }

  /** Number of assigned partitions. */
  int partitions() {
    return partitions.size();
  }

  /** Asks the loop to end; running jobs may end first. */
  void stop() {
    stopped.countDown();
  }

  /** Works until it is stopped or fails; then it holds nothing of the group any more. */
  void run() throws InterruptedException {
    try {
      consumer.subscribe(List.of(options.eventsTopic()), this);
      while (stopped.getCount() > 0) {
        turn();
      }
      letJobsEnd();
    } finally {
      dispatcher.giveUp(run -> true);
      close();
    }
  }

  private void turn() throws InterruptedException {
    if (dispatcher.isFull()) {
      consumer.pause(consumer.assignment());
    } else {
      consumer.resume(consumer.paused());
    }
    ConsumerRecords<byte[], byte[]> records = poll();
    for (TopicPartition partition : records.partitions()) {
      dispatch(partition, records);
    }
    commitNowAndThen();
  }

  private ConsumerRecords<byte[], byte[]> poll() throws InterruptedException {
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      failures.succeeded();
      listen(System.nanoTime(), !records.isEmpty());
      return records;
    } catch (KafkaException e) {
      failures.failed(e);
      return ConsumerRecords.empty();
    }
  }

  private void listen(long now, boolean hasRead) {
    if (now - lookedAt >= LOOK_NANOS || hasRead) {
      lookedAt = now;
      if (signs.haveAnswered() || hasRead) {
        answeredAt = now;
      }
      silence = Duration.ofNanos(now - answeredAt);
    }
  }

  /** Time for which no broker had answered at the last look; for every thread. */
  Duration silence() {
    return silence;
  }

  private void dispatch(TopicPartition partition, ConsumerRecords<byte[], byte[]> records) {
    JobOffsets jobs = partitions.get(partition);
    if (jobs == null) {
      throw new IllegalStateException("records of " + partition + ", which is not assigned");
    }
    for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
      Granted granted = reader.read(record);
      if (granted != null) {
        long offset = record.offset();
        jobs.begin(offset);
        int bytes = Math.toIntExact(record.value().length + DecodedSize.of(record.value()));
        desk.offer(granted, jobs, bytes, () -> jobs.end(offset));
      }
      jobs.read(record.offset() + 1);
    }
  }

  /** Keeps polling, so that the group keeps this worker, but takes no jobs. */
  private void letJobsEnd() throws InterruptedException {
    dispatcher.withdraw(run -> true);
    long end = System.nanoTime() + options.stopTimeout().toNanos();
    while (dispatcher.isRunning(run -> true) && end - System.nanoTime() > 0) {
      consumer.pause(consumer.assignment());
      var unused = poll();
      commitNowAndThen();
    }
  }

  private void close() {
    try {
      commit(partitions.keySet());
    } finally {
      partitions.clear();
      consumer.close();
    }
  }

  private void commitNowAndThen() {
    long now = System.nanoTime();
    if (now - committedAt < COMMIT_INTERVAL_NANOS) {
      return;
    }
    committedAt = now;
    Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(partitions.keySet());
    if (!offsets.isEmpty()) {
      consumer.commitAsync(
          offsets,
          (committed, failure) -> {
            if (failure == null) {
              committed(offsets);
            } else {
              LOG.debug("a commit failed and is repeated: {}", failure.getMessage());
            }
          });
    }
  }

  private void commit(Collection<TopicPartition> of) {
    Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(of);
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, COMMIT_LIMIT);
      committed(offsets);
    } catch (CommitFailedException | RebalanceInProgressException | TimeoutException e) {
      LOG.info(
          "offsets of {} were not committed: {}. Jobs that are done are looked at again by the next worker, and skipped",
          offsets.keySet(),
          e.getMessage());
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> toCommit(Collection<TopicPartition> of) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : of) {
      JobOffsets jobs = partitions.get(partition);
      if (jobs != null) {
        jobs.toCommit().ifPresent(offset -> offsets.put(partition, new OffsetAndMetadata(offset)));
      }
    }
    return offsets;
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          JobOffsets jobs = partitions.get(partition);
          if (jobs != null) {
            jobs.committed(offset.offset());
          }
        });
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    assigned.forEach(partition -> partitions.put(partition, new JobOffsets()));
    starts.seek(assigned);
  }

  /** Lets jobs end and commits; the partitions are still this worker's until this returns. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    Predicate<JobRun> theirs = jobsOf(revoked);
    dispatcher.withdraw(theirs);
    try {
      dispatcher.awaitEnd(theirs, options.stopTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    dispatcher.giveUp(theirs);
    commit(revoked);
    revoked.forEach(partitions::remove);
  }

  /** Gives jobs up; the partitions are another worker's already. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    dispatcher.giveUp(jobsOf(lost));
    lost.forEach(partitions::remove);
  }

  private Predicate<JobRun> jobsOf(Collection<TopicPartition> of) {
    Set<JobOffsets> theirs =
        of.stream()
            .filter(partitions::containsKey)
            .map(partitions::get)
            .collect(Collectors.toSet());
    return run -> theirs.stream().anyMatch(run::belongsTo);
  }
}
