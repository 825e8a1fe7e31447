package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
 * Reads the events of all partitions, for the book and for streams: without a group, from eleven
 * minutes before the latest of each. It begins anew after any failure.
 */
public final class EventFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LOOK_BACK = Duration.ofMinutes(11);
  private static final long RETRY_MS = 1_000;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final String topic;
  private final LockBook book;
  private final ReadEvents events;
  private final NewestTimes newestTimes;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile boolean caughtUp;
  private volatile @Nullable String problem;
  private volatile @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * A reader; {@link #start} begins to read.
   *
   * @param newestTimes log times of the latest events: this machine's clock plays no part
   */
  public EventFollower(
      Supplier<Consumer<byte[], byte[]>> consumers,
      String topic,
      LockBook book,
      ReadEvents events,
      NewestTimes newestTimes) {
    this.consumers = consumers;
    this.topic = topic;
    this.book = book;
    this.events = events;
    this.newestTimes = newestTimes;
    this.thread = new Thread(this::run, "gateway-events");
    thread.setDaemon(true);
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  /** Says whether the book has everything up to where the events ended at the beginning. */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  /** The reason why events cannot be read; null if they can. */
  public @Nullable String problem() {
    return problem;
  }

  private void run() {
    while (!closed) {
      try (Consumer<byte[], byte[]> opened = consumers.get()) {
        consumer = opened;
        follow(opened);
      } catch (WakeupException e) {
        LOG.trace("closed, or begun anew");
      } catch (KafkaException | IllegalStateException e) {
        retry(String.valueOf(e.getMessage()));
      } catch (RuntimeException | Error e) { // otherwise nobody would notice that nothing is read
        LOG.error("the reader of {} failed where it should not", topic, e);
        retry(e.toString());
      }
      caughtUp = false;
      book.clear();
      events.restart();
    }
  }

  private void retry(String why) {
    String text =
        "%s cannot be read: %s; this gateway shows no locks until it can. It is tried again"
            .formatted(topic, why);
    if (!text.equals(problem)) {
      LOG.warn(text);
    }
    problem = text;
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
        opened.partitionsFor(topic, PATIENCE).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new IllegalStateException("the topic does not exist; start an arbiter first");
    }
    opened.assign(partitions);
    Map<TopicPartition, Long> ends = opened.endOffsets(partitions, PATIENCE);
    seek(opened, partitions, ends);
    while (!closed) {
      for (ConsumerRecord<byte[], byte[]> record : opened.poll(POLL)) {
        see(record);
      }
      problem = null;
      caughtUp = caughtUp || isPast(opened, ends);
    }
  }

  private void seek(
      Consumer<byte[], byte[]> opened,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> times = new HashMap<>();
    newestTimes
        .of(partitions)
        .forEach((partition, at) -> times.put(partition, at - LOOK_BACK.toMillis()));
    Map<TopicPartition, OffsetAndTimestamp> found = opened.offsetsForTimes(times, PATIENCE);
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp first = found.get(partition);
      long from = first == null ? ends.getOrDefault(partition, 0L) : first.offset();
      opened.seek(partition, from);
      events.begin(partition.partition(), partitions.size(), from);
    }
  }

  private static boolean isPast(Consumer<byte[], byte[]> opened, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> opened.position(end.getKey(), PATIENCE) >= end.getValue());
  }

  private void see(ConsumerRecord<byte[], byte[]> record) {
    try {
      Event event = EventCodec.decode(record.value());
      events.see(record.partition(), record.offset(), record.value(), event, book.see(event));
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "partition={} offset={} of {} is no event; it is not shown",
          record.partition(),
          record.offset(),
          topic);
    }
  }

  @Override
  public void close() {
    closed = true;
    end.countDown();
    Consumer<byte[], byte[]> open = consumer;
    if (open != null) {
      open.wakeup();
    }
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
