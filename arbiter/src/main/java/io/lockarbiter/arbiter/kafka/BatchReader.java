package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.HaltText;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.ReceivedSettings;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Reads the bytes of records; whatever they are, each record takes its place in the batch. */
final class BatchReader {
  private BatchReader() {}

  /**
   * Reads consecutive records of one partition.
   *
   * @throws HaltedException if a record's time is not the broker's
   */
  static Batch read(List<ConsumerRecord<byte[], byte[]>> records) {
    List<LogRecord> read = new ArrayList<>(records.size());
    List<DeadLetter> deadLetters = new ArrayList<>(0);
    List<ReceivedSettings> settings = new ArrayList<>(0);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
        throw new HaltedException(
            HaltText.timestamp(
                record.partition(),
                record.offset(),
                record.timestampType().toString(),
                record.topic()));
      }
      DecodedCommand content = CommandCodec.decode(record.key(), record.value());
      if (content instanceof DecodedCommand.Dead dead) {
        deadLetters.add(new DeadLetter(record.offset(), record.key(), record.value(), dead.why()));
      } else if (content instanceof DecodedCommand.Valid valid
          && valid.command() instanceof SettingsChange change) {
        settings.add(new ReceivedSettings(record.offset(), record.value(), change));
      }
      read.add(
          new LogRecord(
              record.offset(), record.timestamp(), record.leaderEpoch().orElse(-1), content));
    }
    return new Batch(read, deadLetters, settings);
  }
}
