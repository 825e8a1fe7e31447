package io.lockarbiter.audit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.audit.replay.RecordLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** One partition of one topic, up to the last stable offset that it had when opened. */
final class KafkaLog implements RecordLog {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Most headers of a record that are kept, more than any event has; a command may have 500,000.
   */
  static final int MOST_HEADERS = 50;

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final long begin;
  private final long end;
  private Iterator<ConsumerRecord<byte[], byte[]>> records = Collections.emptyIterator();

  KafkaLog(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    this.consumer = consumer;
    this.partition = partition;
    Set<TopicPartition> one = Set.of(partition);
    consumer.assign(one);
    end = consumer.endOffsets(one).getOrDefault(partition, 0L);
    begin = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
    consumer.seek(partition, begin);
  }

  @Override
  public long begin() {
    return begin;
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public @Nullable AuditRecord next() {
    long quietSince = System.nanoTime();
    while (!records.hasNext()) {
      long position = consumer.position(partition);
      if (position >= end) {
        return null;
      }
      records = consumer.poll(POLL).records(partition).iterator();
      if (records.hasNext() || consumer.position(partition) > position) {
        quietSince = System.nanoTime();
      } else if (System.nanoTime() - quietSince > PATIENCE.toNanos()) {
        throw new TimeoutException(
            "%s was not read up to offset=%d within %d s"
                .formatted(partition, end, PATIENCE.toSeconds()));
      }
    }
    ConsumerRecord<byte[], byte[]> record = records.next();
    return record.offset() >= end ? null : read(record);
  }

  static AuditRecord read(ConsumerRecord<byte[], byte[]> record) {
    if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
      throw new IllegalStateException(
          "%s-%d offset=%d has timestampType=%s, expected LogAppendTime; leases follow the broker's clock"
              .formatted(
                  record.topic(), record.partition(), record.offset(), record.timestampType()));
    }
    List<Header> headers = new ArrayList<>(4);
    for (var header : record.headers()) {
      if (headers.size() == MOST_HEADERS) {
        break;
      }
      headers.add(new Header(header.key(), text(header.value())));
    }
    return new AuditRecord(
        record.offset(),
        record.timestamp(),
        record.leaderEpoch().orElse(-1),
        record.key(),
        record.value(),
        headers);
  }

  private static String text(byte @Nullable [] value) {
    return value == null ? "" : new String(value, UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
