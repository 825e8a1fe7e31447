package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all events of all accounts, from the end that the topic had when this was created. */
final class EventWatch implements AutoCloseable {
  private final Consumer<Event> listener;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread reader;

  /**
   * Connects, and resolves the end of the events before it returns.
   *
   * @param listener is called by the reader's thread
   */
  EventWatch(String bootstrapServers, Consumer<Event> listener) {
    this.listener = listener;
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    String topic = Topic.EVENTS.text();
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    reader = new Thread(this::read, "demo-events");
    reader.start();
  }

  private void read() {
    try (consumer) {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          listener.accept(EventCodec.decode(record.value()));
        }
      }
    } catch (WakeupException e) {
      // closed
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
