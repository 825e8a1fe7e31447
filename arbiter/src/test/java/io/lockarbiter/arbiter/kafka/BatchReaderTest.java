package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.contracts.command.DecodedCommand.Dead;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.lua.store.LogRecord;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchReaderTest {
  private static final String RELEASE =
      """
      {"type":"release","commandId":"c","account":"acme","subAccount":"u","lockId":"l"}""";

  @Test
  void everyRecord_takesItsPlaceWithItsTimeAndEpoch() {
    Batch batch =
        BatchReader.read(
            List.of(
                record(5, RELEASE),
                record(7, "{\"type\":\"acquire\",\"commandId\":\"c\",\"account\":\"acme\"}"),
                record(9, "poison")));

    assertThat(batch.records()).extracting(LogRecord::offset).containsExactly(5L, 7L, 9L);
    assertThat(batch.records()).extracting(LogRecord::appendedAt).containsOnly(1_000L);
    assertThat(batch.records()).extracting(LogRecord::leaderEpoch).containsOnly(2);
    assertThat(batch.records().get(0).content()).isInstanceOf(Valid.class);
    assertThat(batch.records().get(1).content()).isInstanceOf(Refused.class);
    assertThat(batch.records().get(2).content()).isInstanceOf(Dead.class);
    assertThat(batch.last().offset()).isEqualTo(9);
  }

  @Test
  void unreadableRecord_isADeadLetterAsReceived() {
    DeadLetter letter = BatchReader.read(List.of(record(9, "poison"))).deadLetters().get(0);

    assertThat(letter.offset()).isEqualTo(9);
    assertThat(letter.key()).isEqualTo("acme".getBytes(UTF_8));
    assertThat(letter.value()).isEqualTo("poison".getBytes(UTF_8));
    assertThat(letter.why()).startsWith("the value ");
  }

  @Test
  void recordWithoutBytes_isADeadLetter() {
    assertThat(BatchReader.read(List.of(record(9, null))).deadLetters())
        .extracting(DeadLetter::value)
        .containsExactly((byte[]) null);
  }

  @Test
  void recordWithItsSendersTime_haltsThePartition() {
    ReadRecord record = record(9, "{\"type\":\"tick\"}", TimestampType.CREATE_TIME);

    assertThatThrownBy(() -> BatchReader.read(List.of(record)))
        .isInstanceOf(HaltedException.class)
        .hasMessageStartingWith(
            "partition=3: the record at offset=9 has timestamp type CreateTime, expected LogAppendTime; leases would follow the senders' clocks.")
        .hasMessageContaining(
            "--entity-name lock.commands --add-config message.timestamp.type=LogAppendTime");
  }

  private static ReadRecord record(long offset, @Nullable String value) {
    return record(offset, value, TimestampType.LOG_APPEND_TIME);
  }

  private static ReadRecord record(long offset, @Nullable String value, TimestampType type) {
    byte[] bytes = value == null ? null : value.getBytes(UTF_8);
    return new ReadRecord(
        new TopicPartition("lock.commands", 3),
        offset,
        1_000,
        type,
        2,
        "acme".getBytes(UTF_8),
        bytes,
        1_000);
  }
}
