package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A record that is small until it is decompressed must be refused before anybody reads it. */
@Cluster
class DecompressionBombIT {
  /** Some KB when compressed, far more than a topic allows when not. */
  private static final byte[] BOMB = new byte[16 * 1024 * 1024];

  /** It may be the value, or the key. */
  @Test
  void bomb_isRefusedByTheBroker(Deployment deployment) {
    deployment.arbiter();
    String account = deployment.accountIn(0);
    byte[] key = account.getBytes(UTF_8);
    try (Producer<byte[], byte[]> producer = producer(deployment)) {
      for (ProducerRecord<byte[], byte[]> record :
          List.of(
              new ProducerRecord<>(deployment.commands(), key, BOMB),
              new ProducerRecord<>(deployment.commands(), 0, BOMB, new byte[0]))) {
        assertThatThrownBy(() -> producer.send(record).get())
            .hasCauseInstanceOf(RecordTooLargeException.class);
      }
    }

    KafkaLog log = deployment.log();
    String after = log.acquire(account);
    await()
        .until(
            () -> log.events().stream().anyMatch(event -> event.head().commandId().equals(after)));
    assertThat(log.read(deployment.commands()))
        .allSatisfy(
            record ->
                assertThat(record.serializedKeySize() + record.serializedValueSize())
                    .isLessThan(1_000));
  }

  private static Producer<byte[], byte[]> producer(Deployment deployment) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            deployment.brokers(),
            "compression.type",
            "gzip",
            "max.request.size",
            2 * BOMB.length,
            "buffer.memory",
            4 * BOMB.length);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
