package io.lockarbiter.audit.kafka;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.OpenHistory;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topics of a deployment. Each partition is read up to the end that it had when it was opened.
 */
public final class KafkaHistorySource implements HistorySource {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Map<String, Object> settings;
  private final String commands;
  private final String events;

  /**
   * Creates a source.
   *
   * @param settings of a consumer: bootstrap servers and the settings for security
   * @param prefix of the topics' names
   */
  public KafkaHistorySource(Map<String, Object> settings, String prefix) {
    this.settings = new HashMap<>(settings);
    this.settings.keySet().removeIf(name -> name.startsWith("group."));
    this.settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    this.settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    this.settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    this.settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    this.settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    // Closing a consumer waits for its last fetch, which finds nothing more. By default that takes
    // 500 ms for each partition.
    this.settings.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    commands = prefix + Topic.COMMANDS.text();
    events = prefix + Topic.EVENTS.text();
  }

  @Override
  public String commandsTopic() {
    return commands;
  }

  @Override
  public String eventsTopic() {
    return events;
  }

  @Override
  public List<Integer> partitions() {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      List<Integer> ofCommands = partitions(consumer, commands);
      List<Integer> ofEvents = partitions(consumer, events);
      if (!ofCommands.equals(ofEvents)) {
        throw new IllegalStateException(
            "%s has %d partitions, %s has %d, expected equal numbers: events stand in the partition of their command"
                .formatted(commands, ofCommands.size(), events, ofEvents.size()));
      }
      return ofCommands;
    }
  }

  private List<Integer> partitions(Consumer<byte[], byte[]> consumer, String topic) {
    List<PartitionInfo> found = partitionsFor(consumer, topic);
    if (found == null || found.isEmpty()) {
      throw new IllegalStateException(
          "topic %s does not exist there. Fix: give its prefix with --prefix".formatted(topic));
    }
    return found.stream().map(PartitionInfo::partition).sorted().toList();
  }

  private List<PartitionInfo> partitionsFor(Consumer<byte[], byte[]> consumer, String topic) {
    try {
      return consumer.partitionsFor(topic, PATIENCE);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Kafka: bootstrap.servers=%s did not answer within %d s; nothing was read. Fix: check the address, and with TLS or SASL the security settings"
              .formatted(
                  settings.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG), PATIENCE.toSeconds()),
          e);
    }
  }

  @Override
  public PartitionHistory open(int partition) {
    KafkaLog ofEvents = new KafkaLog(consumer(), new TopicPartition(events, partition));
    Consumer<byte[], byte[]> consumer = consumer();
    int partitions = partitions(consumer, commands).size();
    KafkaLog ofCommands = new KafkaLog(consumer, new TopicPartition(commands, partition));
    return new OpenHistory(partition, partitions, ofCommands, ofEvents);
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public void close() {}
}
