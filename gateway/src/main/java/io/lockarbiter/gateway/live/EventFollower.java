package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of all partitions, for the book and for streams: without a group, from eleven
 * minutes before the latest of each. It begins anew after any failure. Lost brokers are none: a
 * poll brings nothing then. So it asks where the log ends, and knows up to when each partition is
 * read.
 */
public final class EventFollower implements AutoCloseable {
  /** A partition whose end was not reached for longer is not known well enough to be shown. */
  public static final Duration MOST_BEHIND = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LOOK_BACK = Duration.ofMinutes(11);
  private static final Duration ASK_EVERY = Duration.ofSeconds(2);
  private static final long RETRY_MS = 1_000;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final String topic;
  private final LockBook book;
  private final ReadEvents events;
  private final NewestTimes newestTimes;
  private final LogEnds logEnds;
  private final LongSupplier nanoTime;
  private final ReadProgress progress;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean closed;
  private long askedAt;
  private volatile @Nullable String problem;
  private volatile @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * A reader; {@link #start} begins to read.
   *
   * @param newestTimes log times of the latest events: this machine's clock plays no part
   * @param logEnds closed with this
   * @param nanoTime this machine's monotonic clock
   */
  public EventFollower(
      Supplier<Consumer<byte[], byte[]>> consumers,
      String topic,
      LockBook book,
      ReadEvents events,
      NewestTimes newestTimes,
      LogEnds logEnds,
      LongSupplier nanoTime) {
    this.consumers = consumers;
    this.topic = topic;
    this.book = book;
    this.events = events;
    this.newestTimes = newestTimes;
    this.logEnds = logEnds;
    this.nanoTime = nanoTime;
    this.progress = new ReadProgress(nanoTime);
    this.thread = new Thread(this::run, "gateway-events");
    thread.setDaemon(true);
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  /**
   * Says whether the book has all events of all partitions, but for those of the last {@link
   * #MOST_BEHIND} at most.
   */
  public boolean isCaughtUp() {
    int partitions = progress.partitions();
    return partitions > 0
        && IntStream.range(0, partitions).allMatch(each -> progress.isWithin(each, MOST_BEHIND));
  }

  /** The same of the partition of an account. */
  public boolean isCaughtUp(String account) {
    int partitions = progress.partitions();
    return partitions > 0
        && progress.isWithin(AccountHash.partition(account, partitions), MOST_BEHIND);
  }

  /** Says whether an account's partition was read to its end, lately or not. */
  public boolean hasReadOnce(String account) {
    int partitions = progress.partitions();
    return partitions > 0 && progress.hasReached(AccountHash.partition(account, partitions));
  }

  /** The reason why events cannot be read; null if they can. */
  public @Nullable String problem() {
    return problem;
  }

  private void run() {
    try (logEnds) {
      while (!closed) {
        runOnce();
      }
    }
  }

  private void runOnce() {
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
    progress.begin(0);
    book.clear();
    events.restart();
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
    askedAt = nanoTime.getAsLong();
    Map<TopicPartition, Long> ends = opened.endOffsets(partitions, PATIENCE);
    progress.begin(partitions.size());
    ends.forEach((partition, end) -> progress.endsAt(partition.partition(), askedAt, end));
    seek(opened, partitions, ends);
    while (!closed) {
      for (ConsumerRecord<byte[], byte[]> record : opened.poll(POLL)) {
        see(record);
      }
      problem = null;
      partitions.forEach(partition -> compare(opened, partition));
      askForEnds(partitions);
    }
  }

  private void askForEnds(List<TopicPartition> partitions) {
    long now = nanoTime.getAsLong();
    if (now - askedAt >= ASK_EVERY.toNanos()) {
      askedAt = now;
      logEnds.ask(partitions, (partition, end) -> progress.endsAt(partition.partition(), now, end));
    }
  }

  private void compare(Consumer<byte[], byte[]> opened, TopicPartition partition) {
    int number = partition.partition();
    if (!progress.awaits(number)) {
      return;
    }
    try {
      Long upTo = progress.reaches(number, opened.position(partition, Duration.ZERO));
      if (upTo != null) {
        events.readUpTo(number, upTo);
      }
    } catch (TimeoutException e) {
      LOG.trace("the position in {} is not known now", partition);
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
