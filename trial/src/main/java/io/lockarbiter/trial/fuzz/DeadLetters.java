package io.lockarbiter.trial.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.schema.DeadLetterHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Compares the records that cannot be answered with the dead letters about them. */
final class DeadLetters {
  private final List<BitSet> dead = new ArrayList<>();
  private final List<BitSet> told = new ArrayList<>();
  private long wrong;

  private DeadLetters(int partitions) {
    for (int partition = 0; partition < partitions; partition++) {
      dead.add(new BitSet());
      told.add(new BitSet());
    }
  }

  /** Reads both topics from the beginning to the end. */
  static DeadLetters read(String bootstrapServers, int partitions) {
    DeadLetters letters = new DeadLetters(partitions);
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      all(consumer, "lock.commands", letters::command);
      all(consumer, "lock.commands.dlt", letters::letter);
    }
    return letters;
  }

  private static void all(
      KafkaConsumer<byte[], byte[]> consumer,
      String topic,
      Consumer<ConsumerRecord<byte[], byte[]>> to) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(each -> new TopicPartition(topic, each.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream()
        .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
      consumer.poll(Duration.ofMillis(200)).forEach(to);
    }
  }

  private void command(ConsumerRecord<byte[], byte[]> record) {
    if (CommandCodec.decode(record.key(), record.value()) instanceof DecodedCommand.Dead) {
      dead.get(record.partition()).set(Math.toIntExact(record.offset()));
    }
  }

  private void letter(ConsumerRecord<byte[], byte[]> record) {
    int partition = Integer.parseInt(text(record.headers(), DeadLetterHeader.PARTITION));
    int offset = Integer.parseInt(text(record.headers(), DeadLetterHeader.OFFSET));
    if (!dead.get(partition).get(offset) || told.get(partition).get(offset)) {
      wrong++;
    }
    told.get(partition).set(offset);
  }

  private static String text(Headers headers, DeadLetterHeader header) {
    return new String(
        Objects.requireNonNull(headers.lastHeader(header.text()), header.text()).value(), US_ASCII);
  }

  long dead() {
    return dead.stream().mapToLong(BitSet::cardinality).sum();
  }

  long told() {
    return told.stream().mapToLong(BitSet::cardinality).sum();
  }

  /**
   * Returns the number of dead letters that exist twice, or are about a record that can be
   * answered.
   */
  long wrong() {
    return wrong;
  }
}
