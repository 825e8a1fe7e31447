package io.lockarbiter.client.work;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** One worker on a mock consumer that has partitions 0 and 1 from the start. */
final class TestPool implements AutoCloseable {
  static final TopicPartition P0 = new TopicPartition(TestEvents.TOPIC, 0);
  static final TopicPartition P1 = new TopicPartition(TestEvents.TOPIC, 1);

  final TestLocks locks = new TestLocks();
  final AtomicLong polls = new AtomicLong();
  final GrantWorker worker;
  private final Map<TopicPartition, Long> lastCommit = new ConcurrentHashMap<>();
  final Map<TopicPartition, OffsetAndTimestamp> young = new ConcurrentHashMap<>();
  private final MockConsumer<byte[], byte[]> consumer = new WaitingConsumer();

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
    public synchronized void commitSync(
        Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
      offsets.forEach((partition, offset) -> lastCommit.put(partition, offset.offset()));
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
    worker = new GrantWorker(locks.client(), options, handler, consumer);
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
    consumer.addRecord(TestEvents.record(partition, offset, event));
  }

  MockConsumer<byte[], byte[]> consumer() {
    return consumer;
  }

  boolean isPaused() {
    return !consumer.paused().isEmpty();
  }

  /** The committed offset; 0 if none is. */
  long committed(TopicPartition partition) {
    OffsetAndMetadata offset = consumer.committed(Set.of(partition)).get(partition);
    return offset == null ? 0 : offset.offset();
  }

  /** The offsets that the worker committed when partitions were revoked or it was closed. */
  Map<TopicPartition, Long> lastCommit() {
    return Map.copyOf(lastCommit);
  }

  void awaitCommitted(TopicPartition partition, long offset) {
    await().until(() -> committed(partition) == offset);
  }

  @Override
  public void close() {
    worker.close();
  }
}
