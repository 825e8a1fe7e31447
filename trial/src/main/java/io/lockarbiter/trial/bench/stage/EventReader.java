package io.lockarbiter.trial.bench.stage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads {@code lock.events} from the end on, by a thread of its own. Times in it are the broker's,
 * so the thread need not be quick.
 */
public final class EventReader implements AutoCloseable {
  private static final String EVENTS = "lock.events";

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final LoopingThread thread;

  /**
   * Reads what is appended from now on.
   *
   * @param to takes each event, in the thread of this
   */
  public EventReader(
      String bootstrapServers, int partitions, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "isolation.level", "read_committed",
                "fetch.min.bytes", "65536",
                "fetch.max.wait.ms", "100",
                "max.poll.records", "5000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(EVENTS, partition))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position);
    thread = new LoopingThread("answers", () -> consumer.poll(Duration.ofMillis(100)).forEach(to));
    thread.start();
  }

  @Override
  public void close() {
    thread.close();
    consumer.close();
  }
}
