package io.lockarbiter.console.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.StreamedEvent;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
  private static final byte[] EVENT =
      "{\"v\":1,\"seq\":7,\"at\":8,\"type\":\"granted\",\"account\":\"acme\"}".getBytes(UTF_8);

  private static @Nullable StreamedEvent read(String key, @Nullable String lockId) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("lock.events", 0, 0, key.getBytes(UTF_8), EVENT);
    if (lockId != null) {
      record.headers().add("lockId", lockId.getBytes(UTF_8));
    }
    return RecordReader.read(record);
  }

  @Test
  void longestIds_areRead() {
    StreamedEvent event = Objects.requireNonNull(read("a".repeat(128), "ä".repeat(64)));
    assertThat(event.account()).hasSize(128);
    assertThat(event.lockId()).hasSize(64);
    assertThat(Objects.requireNonNull(read("acme", null)).lockId()).isNull();
  }

  /** The directory of accounts keeps their names, and the ids of those that wait. */
  @ParameterizedTest
  @ValueSource(ints = {129, 1_000_000})
  void recordOfALongerKeyOrLockId_isNoEvent(int length) {
    assertThat(read("a".repeat(length), "l")).isNull();
    assertThat(read("acme", "l".repeat(length))).isNull();
  }
}
