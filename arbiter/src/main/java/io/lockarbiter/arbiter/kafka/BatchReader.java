package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.HaltText;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Reads the bytes of records; each record takes its place in the batch, whatever its bytes are. */
final class BatchReader {
  private BatchReader() {}

  /**
   * Reads consecutive records of one partition.
   *
   * @throws HaltedException if a record's time is not the broker's
   */
  static Batch read(List<ConsumerRecord<byte[], byte[]>> records) {
    List<ReceivedRecord> received = new ArrayList<>(records.size());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
        throw new HaltedException(
            HaltText.timestamp(
                record.partition(),
                record.offset(),
                record.timestampType().toString(),
                record.topic()));
      }
      received.add(
          ReceivedRecord.read(
              record.offset(),
              record.timestamp(),
              record.leaderEpoch().orElse(-1),
              record.key(),
              record.value()));
    }
    return Batch.of(received);
  }
}
