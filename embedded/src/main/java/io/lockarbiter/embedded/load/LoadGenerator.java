package io.lockarbiter.embedded.load;

import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends requests and reads their answers. It keeps one request in flight per slot, and sends the
 * next one when the committed answer to the one before was read; or it sends at a fixed rate. Not
 * thread-safe: one thread sends and reads.
 */
public final class LoadGenerator implements AutoCloseable {
  private final Traffic traffic;
  private final long[] sentAtNanos;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final LatencyHistogram latency = new LatencyHistogram();
  private int inFlight;
  private boolean ending;

  /**
   * Creates a generator.
   *
   * @param linger how long a request may wait for others in its batch
   */
  public LoadGenerator(String bootstrapServers, Traffic traffic, Duration linger) {
    this.traffic = traffic;
    this.sentAtNanos = new long[traffic.slots()];
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "linger.ms",
                Long.toString(linger.toMillis()),
                "batch.size",
                "65536"),
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
    String answers = traffic.answers();
    List<TopicPartition> partitions =
        consumer.partitionsFor(answers).stream()
            .map(info -> new TopicPartition(answers, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  /** Sends the first request of every slot. */
  public void begin() {
    IntStream.range(0, traffic.slots()).forEach(this::send);
  }

  /** Reads the available answers and sends the next requests; waits a little if there are none. */
  public void step() {
    for (ConsumerRecord<byte[], byte[]> answer : consumer.poll(Duration.ofMillis(100))) {
      int slot = read(answer);
      if (slot >= 0) {
        latency.record(System.nanoTime() - sentAtNanos[slot]);
        if (!ending || traffic.isOpen(slot)) {
          send(slot);
        }
      }
    }
  }

  /** Keeps all slots busy for this long. */
  public void run(Duration length) {
    long began = System.nanoTime();
    while (System.nanoTime() - began < length.toNanos()) {
      step();
    }
  }

  /**
   * Sends so many requests a second for this long, slot after slot; not to be mixed with {@link
   * #begin()}. A slot whose answer is still missing is skipped.
   *
   * @return latencies from request to answer, ns, of the answers that arrived
   */
  public List<Long> pace(int perSecond, Duration length) {
    List<Long> nanos = new ArrayList<>();
    boolean[] waiting = new boolean[traffic.slots()];
    long interval = 1_000_000_000L / perSecond;
    long began = System.nanoTime();
    long requests = length.toNanos() / interval;
    for (long i = 0; i < requests; ) {
      long wait = began + i * interval - System.nanoTime();
      if (wait <= 0) {
        int slot = (int) (i++ % traffic.slots());
        if (!waiting[slot]) {
          waiting[slot] = true;
          send(slot);
        }
      }
      paced(Duration.ofNanos(Math.max(0, wait)), waiting, nanos);
    }
    while (inFlight > 0 && System.nanoTime() - began < 2 * length.toNanos()) {
      paced(Duration.ofMillis(100), waiting, nanos);
    }
    return nanos;
  }

  private void paced(Duration patience, boolean[] waiting, List<Long> nanos) {
    for (ConsumerRecord<byte[], byte[]> answer : consumer.poll(patience)) {
      int slot = read(answer);
      if (slot >= 0) {
        nanos.add(System.nanoTime() - sentAtNanos[slot]);
        waiting[slot] = false;
      }
    }
  }

  /**
   * Releases the held locks and sends no further requests.
   *
   * @return whether every request was answered in time
   */
  public boolean end(Duration patience) {
    ending = true;
    if (inFlight == 0) {
      IntStream.range(0, traffic.slots()).filter(traffic::isOpen).forEach(this::send);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    while (inFlight > 0 && System.nanoTime() - deadline < 0) {
      step();
    }
    return inFlight == 0;
  }

  /** Returns the latencies from request to answer while all slots are busy. */
  public LatencyHistogram latency() {
    return latency;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    consumer.close();
  }

  private int read(ConsumerRecord<byte[], byte[]> answer) {
    int slot = traffic.answered(answer);
    if (slot >= 0) {
      inFlight--;
    }
    return slot;
  }

  private void send(int slot) {
    sentAtNanos[slot] = System.nanoTime();
    inFlight++;
    var unused = producer.send(traffic.next(slot));
  }
}
