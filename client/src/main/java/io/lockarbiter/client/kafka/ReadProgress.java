package io.lockarbiter.client.kafka;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the reader of events, from the consumer's own counts. Written by the reader's
 * thread, read by every thread.
 */
final class ReadProgress {
  /** Most records behind that count as nearly caught up; fewer come between two polls. */
  private static final long NEARLY_ALL = 1000;

  private static final long LOOK_NANOS = Duration.ofMillis(250).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final LongSupplier nanoTime;
  private final BrokerSigns signs;
  private long lookedAt;
  private volatile @Nullable Long recordsBehind;
  private volatile long caughtUpAt;
  private volatile @Nullable Long brokersAt;
  private volatile @Nullable Long eventAt;
  private volatile @Nullable String failure;
  private volatile @Nullable String notRead;

  ReadProgress(Consumer<byte[], byte[]> consumer, LongSupplier nanoTime) {
    this.consumer = consumer;
    this.nanoTime = nanoTime;
    signs = new BrokerSigns(consumer);
    caughtUpAt = nanoTime.getAsLong();
    lookedAt = caughtUpAt - LOOK_NANOS;
    brokersAt = caughtUpAt;
  }

  /** Notes the result of a poll; on the thread that polls. */
  void polled(ConsumerRecords<byte[], byte[]> records) {
    long now = nanoTime.getAsLong();
    failure = null;
    if (!records.isEmpty()) {
      eventAt = now;
      brokersAt = now;
    }
    if (now - lookedAt >= LOOK_NANOS) {
      lookedAt = now;
      look(now);
    }
  }

  private void look(long now) {
    if (signs.haveAnswered()) {
      brokersAt = now;
    }
    Long behind = behind();
    recordsBehind = behind;
    if (behind != null && behind < NEARLY_ALL) {
      caughtUpAt = now;
    }
  }

  private @Nullable Long behind() {
    long sum = 0;
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong lag = consumer.currentLag(partition);
      if (lag.isEmpty()) {
        return null;
      }
      sum += lag.getAsLong();
    }
    return sum;
  }

  void failed(String why) {
    failure = why;
  }

  /** Sets the reason why requested partitions are not read; null if all are. */
  void notRead(@Nullable String why) {
    notRead = why;
  }

  /** Notes that a broker answered, and that there is nothing to read. */
  void idle() {
    long now = nanoTime.getAsLong();
    failure = null;
    brokersAt = now;
    caughtUpAt = now;
    recordsBehind = 0L;
  }

  @Nullable Long recordsBehind() {
    return recordsBehind;
  }

  long caughtUpAt() {
    return caughtUpAt;
  }

  @Nullable Long brokersAt() {
    return brokersAt;
  }

  @Nullable Long eventAt() {
    return eventAt;
  }

  @Nullable String failure() {
    return failure == null ? notRead : failure;
  }
}
