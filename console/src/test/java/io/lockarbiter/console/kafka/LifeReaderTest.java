package io.lockarbiter.console.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.schema.EventHeader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class LifeReaderTest {
  private static final TopicPartition PARTITION = new TopicPartition("lock.events", 0);
  private static final int EVENTS = 900;

  /** 900 events of 60 KB about one lock: the answer would take 54 MB. */
  @Test
  void lifeOfManyLargeEvents_isCutByItsBytes() {
    String filling = "x".repeat(60_000);
    LifeReader reader =
        reader(IntStream.range(0, EVENTS).mapToObj(n -> event(n, "renewed", filling)));

    LifeReader.Found found =
        Objects.requireNonNull(reader.find("acme", "a", Duration.ofMinutes(60)));

    assertThat(found.whole()).isFalse();
    assertThat(found.events()).hasSizeBetween(2, EVENTS - 1);
    assertThat(found.events().stream().mapToInt(StreamedEvent::bytes).sum())
        .isBetween(1 << 20, (2 << 20) + 70_000);
  }

  /** A week of a kept lock, which is renewed each day. */
  @Test
  void lockThatIsToldAllTheTime_isFoundToItsEnd() {
    LifeReader reader =
        reader(
            IntStream.range(0, 2_016).mapToObj(n -> event(n, n % 288 == 0 ? "renewed" : "told")));

    LifeReader.Found found =
        Objects.requireNonNull(reader.find("acme", "a", Duration.ofMinutes(60)));

    assertThat(found.whole()).isTrue();
    assertThat(found.events()).hasSize(14);
    assertThat(found.events().get(13))
        .satisfies(
            last -> {
              assertThat(last.type()).isEqualTo("told");
              assertThat(last.offset()).isEqualTo(2_015);
            });
  }

  private static LifeReader reader(Stream<ConsumerRecord<byte[], byte[]>> events) {
    List<ConsumerRecord<byte[], byte[]>> log = events.toList();
    return new LifeReader(
        () -> new WholeLog(PARTITION, log),
        new ConsoleTopics("lock.commands", PARTITION.topic(), 1),
        InstantSource.system());
  }

  private static ConsumerRecord<byte[], byte[]> event(int n, String type) {
    return event(n, type, "");
  }

  private static ConsumerRecord<byte[], byte[]> event(int n, String type, String filling) {
    byte[] value =
        "{\"v\":1,\"type\":\"%s\",\"seq\":%d,\"at\":%d,\"comment\":\"%s\"}"
            .formatted(type, n + 1, n, filling)
            .getBytes(UTF_8);
    RecordHeaders headers = new RecordHeaders();
    headers.add(EventHeader.LOCK_ID.text(), "a".getBytes(UTF_8));
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        n,
        n,
        TimestampType.LOG_APPEND_TIME,
        4,
        value.length,
        "acme".getBytes(UTF_8),
        value,
        headers,
        Optional.empty());
  }
}
