package io.lockarbiter.client.work;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** One worker on a mock consumer that has partitions 0 and 1 from the start. */
final class TestPool implements AutoCloseable {
  static final TopicPartition P0 = new TopicPartition(TestEvents.TOPIC, 0);
  static final TopicPartition P1 = new TopicPartition(TestEvents.TOPIC, 1);

  final TestLocks locks = new TestLocks();
  final AtomicLong polls = new AtomicLong();
  final GrantWorker worker;
  private final Map<TopicPartition, OffsetAndMetadata> lastCommit = new ConcurrentHashMap<>();
  final Map<TopicPartition, OffsetAndTimestamp> young = new ConcurrentHashMap<>();
  final AtomicLong besides = new AtomicLong();
  private final Map<TopicPartition, NavigableMap<Long, ConsumerRecord<byte[], byte[]>>> log =
      new ConcurrentHashMap<>();

  /** Thrown where the end of partition 1 is asked for; null = it is told. */
  volatile @Nullable RuntimeException leaderless;

  /** Thrown by commits that wait; null = none. */
  volatile @Nullable RuntimeException commitFailure;

  private volatile CountDownLatch besideGate = new CountDownLatch(0);
  private final MockConsumer<byte[], byte[]> consumer = new WaitingConsumer();

  /** A consumer beside, which reads what is in the log, two records at a time. */
  private final class BesideConsumer extends MockConsumer<byte[], byte[]> {
    BesideConsumer() {
      super("earliest");
      besides.incrementAndGet();
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // waits without holding the monitor
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      if (besideGate.getCount() > 0) {
        LockSupport.parkNanos(1_000_000);
        return ConsumerRecords.empty();
      }
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new HashMap<>();
      for (TopicPartition partition : assignment()) {
        var after = log.getOrDefault(partition, new TreeMap<>()).tailMap(position(partition), true);
        List<ConsumerRecord<byte[], byte[]>> next =
            new ArrayList<>(after.values().stream().limit(2).toList());
        long end =
            next.isEmpty() ? consumer.position(partition) : next.get(next.size() - 1).offset() + 1;
        seek(partition, end);
        found.put(partition, next);
      }
      found.values().removeIf(List::isEmpty);
      return new ConsumerRecords<>(found, Map.of());
    }
  }

  /** A consumer that does not spin while there is nothing to read. */
  private final class WaitingConsumer extends MockConsumer<byte[], byte[]> {
    WaitingConsumer() {
      super("earliest");
    }

    /**
     * No event is older than the longest lease, so the first event is the answer; null before there
     * is one.
     */
    @Override
    public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
      times.forEach((partition, time) -> found.put(partition, young.get(partition)));
      return found;
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(
        java.util.Collection<TopicPartition> partitions, Duration timeout) {
      RuntimeException failure = leaderless;
      if (failure != null && partitions.contains(P1)) {
        throw failure;
      }
      return super.endOffsets(partitions, timeout);
    }

    @Override
    public synchronized void commitSync(
        Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
      RuntimeException failure = commitFailure;
      if (failure != null) {
        throw failure;
      }
      lastCommit.putAll(offsets);
      super.commitSync(offsets, timeout);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // waits without holding the monitor
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
      polls.incrementAndGet();
      if (records.isEmpty()) {
        LockSupport.parkNanos(1_000_000);
      }
      return records;
    }
  }

  TestPool(GrantWorkerOptions options, GrantHandler handler) {
    worker = new GrantWorker(locks.client(), options, handler, consumer, BesideConsumer::new);
    consumer.updateBeginningOffsets(Map.of(P0, 0L, P1, 0L));
    consumer.updateEndOffsets(Map.of(P0, 0L, P1, 0L));
    worker.begin();
    await().until(() -> !consumer.subscription().isEmpty());
    assign(P0, P1);
  }

  static GrantWorkerOptions options() {
    return GrantWorkerOptions.of("unused:9092", "pool");
  }

  /** Assigns partitions within a poll, as a broker would; returns when the worker knows them. */
  void assign(TopicPartition... partitions) {
    inPoll(() -> consumer.rebalance(List.of(partitions)));
  }

  void inPoll(Runnable task) {
    AtomicBoolean done = new AtomicBoolean();
    consumer.schedulePollTask(
        () -> {
          task.run();
          done.set(true);
        });
    await().until(done::get);
  }

  void add(int partition, long offset, Event event) {
    if (event instanceof Granted granted) {
      locks.grants.put(granted.subject().lockId(), granted);
    }
    ConsumerRecord<byte[], byte[]> record = TestEvents.record(partition, offset, event);
    logOf(new TopicPartition(TestEvents.TOPIC, partition)).put(offset, record);
    consumer.addRecord(record);
  }

  /** Adds a grant that only a consumer beside reads, because it lies before the start. */
  void addEarlier(int partition, long offset, Granted granted) {
    locks.grants.put(granted.subject().lockId(), granted);
    logOf(new TopicPartition(TestEvents.TOPIC, partition))
        .put(offset, TestEvents.record(partition, offset, granted));
  }

  private NavigableMap<Long, ConsumerRecord<byte[], byte[]>> logOf(TopicPartition partition) {
    return log.computeIfAbsent(partition, any -> new ConcurrentSkipListMap<>());
  }

  /** Lets consumers beside read nothing until the latch opens. */
  void holdBack(CountDownLatch gate) {
    besideGate = gate;
  }

  MockConsumer<byte[], byte[]> consumer() {
    return consumer;
  }

  boolean isPaused() {
    return !consumer.paused().isEmpty();
  }

  /** The offset before which all is committed as done; 0 if nothing is committed. */
  long committed(TopicPartition partition) {
    return done(commit(partition));
  }

  private static long done(OffsetAndMetadata commit) {
    for (OffsetRanges.Range open : OpenOffsets.open(commit).ranges()) {
      return open.from();
    }
    return commit.offset();
  }

  /** The commit of a partition; position 0 if there is none. */
  OffsetAndMetadata commit(TopicPartition partition) {
    OffsetAndMetadata commit = consumer.committed(Set.of(partition)).get(partition);
    return commit == null ? new OffsetAndMetadata(0) : commit;
  }

  /**
   * The offsets before which all was committed as done when partitions were revoked or the worker
   * was closed.
   */
  Map<TopicPartition, Long> lastCommit() {
    Map<TopicPartition, Long> done = new HashMap<>();
    lastCommit.forEach((partition, commit) -> done.put(partition, done(commit)));
    return done;
  }

  /** The last of these commits of a partition. */
  @Nullable OffsetAndMetadata lastCommit(TopicPartition partition) {
    return lastCommit.get(partition);
  }

  void awaitCommitted(TopicPartition partition, long offset) {
    await().until(() -> committed(partition) == offset);
  }

  @Override
  public void close() {
    worker.close();
  }
}
