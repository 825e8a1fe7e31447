package io.lockarbiter.console.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.schema.EventHeader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
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
        new LifeReader(
            () -> log(filling),
            new ConsoleTopics("lock.commands", PARTITION.topic(), 1),
            InstantSource.system());

    LifeReader.Found found =
        Objects.requireNonNull(reader.find("acme", "a", Duration.ofMinutes(60)));

    assertThat(found.whole()).isFalse();
    assertThat(found.events()).hasSizeBetween(2, EVENTS - 1);
    assertThat(found.events().stream().mapToInt(StreamedEvent::bytes).sum())
        .isBetween(1 << 20, (2 << 20) + 70_000);
  }

  private static Consumer<byte[], byte[]> log(String filling) {
    return new WholeLog(
        PARTITION, IntStream.range(0, EVENTS).mapToObj(n -> event(n, filling)).toList());
  }

  private static ConsumerRecord<byte[], byte[]> event(int n, String filling) {
    byte[] value =
        "{\"v\":1,\"type\":\"renewed\",\"seq\":%d,\"at\":%d,\"comment\":\"%s\"}"
            .formatted(n + 1, n, filling)
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
