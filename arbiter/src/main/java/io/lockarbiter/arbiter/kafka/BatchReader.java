package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.HaltText;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.TimestampType;

/** Reads the bytes of records; each record takes its place in the batch, whatever its bytes are. */
final class BatchReader {
  private BatchReader() {}

  /**
   * Reads consecutive records of one partition.
   *
   * @throws HaltedException if a record's time is not the broker's
   */
  static Batch read(List<ReadRecord> records) {
    List<ReceivedRecord> received = new ArrayList<>(records.size());
    for (ReadRecord record : records) {
      if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
        throw new HaltedException(
            HaltText.timestamp(
                record.source().partition(),
                record.offset(),
                record.timestampType().toString(),
                record.source().topic()));
      }
      received.add(
          ReceivedRecord.read(
              record.offset(),
              record.appendedAt(),
              record.leaderEpoch(),
              record.key(),
              record.value()));
    }
    return Batch.of(received);
  }
}
