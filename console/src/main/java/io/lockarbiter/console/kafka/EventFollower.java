package io.lockarbiter.console.kafka;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamedEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only reader of {@code lock.events}: without a group, of all partitions, committed events
 * only. It begins some minutes back, so that there is something to see, or earlier in a quiet
 * partition, and starts again after any failure.
 */
public final class EventFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long RETRY_MS = 1_000;

  /**
   * Records that are read of each partition, however old they are: a page that comes back has
   * missed something if the last event is another than it knows. Of these every second one may end
   * a transaction.
   */
  private static final long LEAST_BACK = 50;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final ConsoleTopics topics;
  private final EventHub hub;
  private final Duration lookBack;
  private final long mostBack;
  private final InstantSource clock;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * Creates a reader; {@link #start} begins to read.
   *
   * @param mostBack most events of each partition that are read from before the start
   */
  public EventFollower(
      Supplier<Consumer<byte[], byte[]>> consumers,
      ConsoleTopics topics,
      EventHub hub,
      Duration lookBack,
      long mostBack,
      InstantSource clock) {
    this.consumers = consumers;
    this.topics = topics;
    this.hub = hub;
    this.lookBack = lookBack;
    this.mostBack = mostBack;
    this.clock = clock;
    this.thread = new Thread(this::run, "console-events");
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (Consumer<byte[], byte[]> opened = consumers.get()) {
        consumer = opened;
        follow(opened);
      } catch (WakeupException e) {
        // closed; otherwise the next round tries again
      } catch (KafkaException | IllegalStateException e) {
        told(e);
      } catch (RuntimeException | Error e) {
        LOG.error("the reader of {} failed where it should not", topics.events(), e);
        told(e);
      }
      IntStream.range(0, topics.partitions()).forEach(hub::restart);
    }
  }

  private void told(Throwable e) {
    String problem =
        "%s cannot be read: %s; the console shows nothing new until it can. It is tried again"
            .formatted(topics.events(), e.getMessage());
    if (!problem.equals(hub.problem())) {
      LOG.warn(problem);
    }
    hub.tellProblem(problem);
    try {
      if (end.await(RETRY_MS, TimeUnit.MILLISECONDS)) {
        closed = true;
      }
    } catch (InterruptedException interrupted) {
      closed = true;
    }
  }

  private void follow(Consumer<byte[], byte[]> opened) {
    List<TopicPartition> partitions =
        IntStream.range(0, topics.partitions())
            .mapToObj(n -> new TopicPartition(topics.events(), n))
            .toList();
    opened.assign(partitions);
    Map<TopicPartition, Long> ends = opened.endOffsets(partitions, PATIENCE);
    seek(opened, partitions, ends);
    while (!closed) {
      publishNext(opened);
      hub.tellProblem(null);
    }
  }

  /** Nothing of one poll is referred to while the next one decodes its records. */
  private void publishNext(Consumer<byte[], byte[]> opened) {
    for (ConsumerRecord<byte[], byte[]> record : opened.poll(POLL)) {
      StreamedEvent event = RecordReader.read(record);
      if (event != null) {
        hub.publish(event);
      }
    }
  }

  private void seek(
      Consumer<byte[], byte[]> opened,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> begins = opened.beginningOffsets(partitions, PATIENCE);
    long from = clock.millis() - lookBack.toMillis();
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, from));
    Map<TopicPartition, OffsetAndTimestamp> found = opened.offsetsForTimes(times, PATIENCE);
    for (TopicPartition partition : partitions) {
      long end = ends.getOrDefault(partition, 0L);
      OffsetAndTimestamp first = found.get(partition);
      long wanted = Math.min(first == null ? end : first.offset(), end - LEAST_BACK);
      long begin = begins.getOrDefault(partition, 0L);
      opened.seek(partition, Math.max(begin, Math.max(wanted, end - mostBack)));
    }
  }

  @Override
  public void close() {
    closed = true;
    Consumer<byte[], byte[]> open = consumer;
    if (open != null) {
      open.wakeup();
    }
    end.countDown();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
