package io.lockarbiter.trial.bench.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * From an event's append time in {@code lock.events} to the frame after the one that shows it, on
 * the clock of this machine.
 */
final class Pixels implements AutoCloseable {
  /**
   * Notes when the events up to a {@code seq} can be seen. The page has them already; the next
   * frame paints them, and the frame after that comes when they are painted.
   */
  static final String SCRIPT =
      """
      window.painted = [];
      document.addEventListener("drawn", ({ detail: seq }) => requestAnimationFrame(() =>
        requestAnimationFrame(() => window.painted.push([seq, performance.timeOrigin + performance.now()]))));
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> events;
  private final TreeMap<Long, Long> appended = new TreeMap<>();
  private final Map<String, List<Double>> delays = new TreeMap<>();
  private long drawnTo = -1;
  private long heard;

  /** Begins with the events that come from now on. */
  Pixels(String bootstrapServers, int partition) {
    events =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    TopicPartition of = new TopicPartition("lock.events", partition);
    events.assign(List.of(of));
    events.seekToEnd(List.of(of));
    events.position(of);
  }

  /** Events heard of so far. */
  long heard() {
    return heard;
  }

  /** A screen comes: what was drawn before counts no more. */
  void turn() {
    drawnTo = -1;
  }

  /** Takes in what the page has drawn since, on a screen; not counted if it is still arriving. */
  void take(String screen, JsonNode painted, boolean counts) {
    for (ConsumerRecord<byte[], byte[]> record : events.poll(POLL)) {
      appended.put(JSON.readTree(record.value()).path("seq").asLong(), record.timestamp());
      heard++;
    }
    for (JsonNode frame : painted) {
      long seq = frame.path(0).asLong();
      if (drawnTo >= 0 && counts && seq > drawnTo) {
        List<Double> found = delays.computeIfAbsent(screen, name -> new ArrayList<>());
        appended
            .subMap(drawnTo, false, seq, true)
            .values()
            .forEach(at -> found.add(frame.path(1).asDouble() - at));
      }
      drawnTo = Math.max(drawnTo, seq);
    }
    if (appended.size() > 100_000) {
      appended.headMap(appended.lastKey() - 50_000).clear();
    }
  }

  /** Delays in ms by screen. */
  Map<String, List<Double>> delays() {
    return delays;
  }

  @Override
  public void close() {
    events.close();
  }
}
