package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.DecodedSize;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A record of {@code lock.commands} without its headers. Nothing is decided by them, and on the
 * heap they take up to 80 times their bytes.
 *
 * @param appendedAt epoch ms, as the record says
 * @param leaderEpoch −1 if unknown
 * @param heapBytes bytes of heap that it takes, at most, with its decoded command
 */
record ReadRecord(
    TopicPartition source,
    long offset,
    long appendedAt,
    TimestampType timestampType,
    int leaderEpoch,
    byte @Nullable [] key,
    byte @Nullable [] value,
    long heapBytes) {
  /** Heap of a record beside its bytes: the object, two arrays' heads, a place in a queue. */
  private static final int OBJECTS = 160;

  static ReadRecord of(ConsumerRecord<byte[], byte[]> record) {
    return new ReadRecord(
        new TopicPartition(record.topic(), record.partition()),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.leaderEpoch().orElse(-1),
        record.key(),
        record.value(),
        heapBytes(record));
  }

  private static long heapBytes(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    long decoded =
        value == null || value.length > CommandCodec.MAX_BYTES ? 0 : DecodedSize.of(value);
    return OBJECTS + length(record.key()) + length(value) + decoded;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
