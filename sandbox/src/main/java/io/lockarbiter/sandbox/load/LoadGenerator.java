package io.lockarbiter.sandbox.load;

import io.lockarbiter.sandbox.measure.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Acquires and releases without a pause, one command in flight per slot: the next one leaves when
 * the answer to the one before was read, committed, from {@code lock.events}. Answers are told
 * apart by their headers alone. Not thread-safe: one thread sends and reads.
 */
final class LoadGenerator implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final String EVENTS = "lock.events";

  private final List<LoadSlot> slots = new ArrayList<>();
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final LatencyHistogram latency = new LatencyHistogram();
  private int inFlight;
  private long refused;
  private boolean ending;

  LoadGenerator(String bootstrapServers, int accounts, int inFlight) {
    for (int i = 0; i < inFlight; i++) {
      slots.add(new LoadSlot(i, "account-" + i % accounts, "u" + i / accounts));
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "5", "batch.size", "65536"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "isolation.level", "read_committed",
                "max.poll.records", "5000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(EVENTS).stream()
            .map(info -> new TopicPartition(EVENTS, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  /** Sends the first command of every slot. */
  void begin() {
    slots.forEach(slot -> send(slot, slot.nextAcquire()));
  }

  /** Reads what answers there are and sends the next commands; waits a little if there are none. */
  void step() {
    for (ConsumerRecord<byte[], byte[]> event : consumer.poll(Duration.ofMillis(100))) {
      read(event);
    }
  }

  /**
   * Gives back what is held and asks for nothing more.
   *
   * @return whether every command was answered in time
   */
  boolean end(Duration patience) {
    ending = true;
    long deadline = System.nanoTime() + patience.toNanos();
    while (inFlight > 0 && System.nanoTime() - deadline < 0) {
      step();
    }
    return inFlight == 0;
  }

  /** From each command to its answer. */
  LatencyHistogram latency() {
    return latency;
  }

  /** Commands that were refused; none should be. */
  long refused() {
    return refused;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    consumer.close();
  }

  private void read(ConsumerRecord<byte[], byte[]> event) {
    byte[] type = null;
    byte[] lockId = null;
    for (Header header : event.headers()) {
      if (header.key().equals("type")) {
        type = header.value();
      } else if (header.key().equals("lockId")) {
        lockId = header.value();
      }
    }
    if (type == null || lockId == null || lockId[0] != 's') {
      return;
    }
    LoadSlot slot = slots.get(LoadSlot.index(lockId));
    latency.record(System.nanoTime() - slot.sentAtNanos());
    inFlight--;
    answered(slot, type);
  }

  private void answered(LoadSlot slot, byte[] type) {
    boolean granted = type[0] == 'g';
    boolean rejected = type[0] == 'r' && type[2] == 'j';
    if (rejected) {
      refused++;
    }
    if (granted) {
      send(slot, slot.release());
    } else if (!ending) {
      send(slot, slot.nextAcquire());
    }
  }

  private void send(LoadSlot slot, byte[] command) {
    slot.sent(System.nanoTime());
    inFlight++;
    producer.send(new ProducerRecord<>(COMMANDS, slot.account(), command));
  }
}
