package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class TransactionalPublisherTest {
  private static final EncodedEvent GRANTED =
      new EncodedEvent(
          1, EventType.GRANTED, null, "acme", "a1", "r1", "r2", true, 60_000, "{}".getBytes(UTF_8));
  private static final EncodedEvent INVALID =
      new EncodedEvent(
          2, EventType.REJECTED, "INVALID", "acme", null, null, null, false, 0, new byte[0]);

  private static final CommitMetadata METADATA =
      CommitMetadata.of(new PartitionHeader(41, 1_000, 0, 1_000, 2, Settings.DEFAULT));

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final EventPublisher publisher = open(producer);

  @Test
  void publication_isOneTransactionWithItsPosition() {
    publish(GRANTED, INVALID);

    assertThat(producer.history()).hasSize(2);
    assertThat(producer.history())
        .allSatisfy(
            record -> {
              assertThat(record.topic()).isEqualTo("lock.events");
              assertThat(record.partition()).isEqualTo(3);
              assertThat(record.key()).isEqualTo("acme".getBytes(UTF_8));
            });
    assertThat(producer.consumerGroupOffsetsHistory())
        .containsExactly(
            Map.of(
                "prod",
                Map.of(
                    new TopicPartition("lock.commands", 3),
                    new OffsetAndMetadata(42, CommitMetadataCodec.encode(METADATA)))));
    assertThat(producer.commitCount()).isEqualTo(1);
  }

  @Test
  void publicationWithoutPosition_isOneTransactionOfEventsAlone() {
    publisher.add(List.of(GRANTED));
    publisher.commit();

    assertThat(producer.history()).hasSize(1);
    assertThat(producer.consumerGroupOffsetsHistory()).isEmpty();
    assertThat(producer.commitCount()).isEqualTo(1);
    publish(INVALID);
    assertThat(producer.consumerGroupOffsetsHistory()).hasSize(1);
    assertThat(producer.commitCount()).isEqualTo(2);
  }

  @Test
  void droppedEvents_areNotPublishedWithTheNext() {
    publisher.add(List.of(GRANTED));
    publisher.drop();
    publish(INVALID);

    assertThat(producer.history()).hasSize(1);
    assertThat(headers(producer.history().get(0))).containsEntry("type", "rejected");
    assertThat(producer.commitCount()).isEqualTo(1);
  }

  /** So a large outbox is published without being in memory as a whole. */
  @Test
  void eventsInPages_areOneTransaction() {
    publisher.add(List.of(GRANTED));
    publisher.add(List.of(INVALID));
    assertThat(producer.uncommittedRecords()).hasSize(2);
    publisher.commit(List.of(), 42, METADATA);
    publish(GRANTED);

    assertThat(producer.history()).hasSize(3);
    assertThat(producer.commitCount()).isEqualTo(2);
  }

  @Test
  void event_carriesWhatReadersFilterByInHeaders() {
    publish(GRANTED, INVALID);

    assertThat(headers(producer.history().get(0)))
        .isEqualTo(
            Map.of(
                "type",
                "granted",
                "lockId",
                "a1",
                "replyTo",
                "r1",
                "lockReplyTo",
                "r2",
                "repeated",
                "true",
                "repeatMs",
                "60000"));
    assertThat(headers(producer.history().get(1)))
        .isEqualTo(Map.of("type", "rejected", "repeatMs", "0"));
  }

  @Test
  void deadLetter_saysWhyAndWhereFrom() {
    DeadLetter letter = new DeadLetter(41, "k".getBytes(UTF_8), null, "the value is null");

    publisher.commit(List.of(letter), 42, METADATA);

    ProducerRecord<byte[], byte[]> record = producer.history().get(0);
    assertThat(record.topic()).isEqualTo("lock.commands.dlt");
    assertThat(record.key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(record.value()).isNull();
    assertThat(headers(record))
        .isEqualTo(
            Map.of(
                "why",
                "the value is null",
                "topic",
                "lock.commands",
                "partition",
                "3",
                "offset",
                "41"));
  }

  @Test
  void hugeDeadLetter_isCutSoThatItFitsAnyTopic() {
    byte[] huge = new byte[50_000_000];
    DeadLetter letter = new DeadLetter(41, null, huge, "too long");

    publisher.commit(List.of(letter), 42, METADATA);

    ProducerRecord<byte[], byte[]> record = producer.history().get(0);
    assertThat(record.value()).hasSize(4_096);
    assertThat(headers(record)).containsEntry("valueBytes", "50000000");
  }

  @Test
  void failedCommit_isThrown() {
    producer.commitTransactionException = new KafkaException("fenced");

    assertThatThrownBy(() -> publish(GRANTED)).hasMessage("fenced");
  }

  @Test
  void failedInitialisation_closesTheProducer() {
    MockProducer<byte[], byte[]> broken =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    broken.initTransactionException = new KafkaException("no coordinator");

    assertThatThrownBy(() -> open(broken)).hasMessage("no coordinator");
    assertThat(broken.closed()).isTrue();
  }

  private void publish(EncodedEvent... events) {
    publisher.add(List.of(events));
    publisher.commit(List.of(), 42, METADATA);
  }

  private static EventPublisher open(MockProducer<byte[], byte[]> producer) {
    return TransactionalPublisher.open(
        producer, new Topics("lock.commands", "lock.events", "lock.commands.dlt"), 3, "prod");
  }

  private static Map<String, String> headers(ProducerRecord<?, ?> record) {
    Map<String, String> headers = new TreeMap<>();
    record
        .headers()
        .forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
    return headers;
  }
}
