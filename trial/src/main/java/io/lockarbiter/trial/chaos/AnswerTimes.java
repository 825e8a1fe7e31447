package io.lockarbiter.trial.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.trial.bench.stage.EventReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Records when each partition answered, by this host's clock, and counts events by kind. */
final class AnswerTimes implements AutoCloseable {
  private final List<List<Long>> times = new ArrayList<>();
  private final Map<String, Long> kinds = new TreeMap<>();
  private final EventReader reader;

  AnswerTimes(String bootstrapServers) {
    for (int partition = 0; partition < ChaosStage.PARTITIONS; partition++) {
      times.add(new ArrayList<>(List.of(System.nanoTime())));
    }
    reader = new EventReader(bootstrapServers, ChaosStage.PARTITIONS, this::add);
  }

  private synchronized void add(ConsumerRecord<byte[], byte[]> event) {
    times.get(event.partition()).add(System.nanoTime());
    kinds.merge(kind(event), 1L, Long::sum);
  }

  private static String kind(ConsumerRecord<byte[], byte[]> event) {
    String type = text(event, "type");
    String value = new String(event.value(), UTF_8);
    if (type.equals("granted")) {
      return value.contains("\"waitedMs\":0") ? "granted" : "granted after waiting";
    }
    boolean isOver =
        value.contains("\"reason\":\"EXPIRED\"") || value.contains("\"reason\":\"SESSION_ENDED\"");
    return isOver ? "expired" : type;
  }

  private static String text(ConsumerRecord<byte[], byte[]> event, String name) {
    Header header = event.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), UTF_8);
  }

  /** Returns the number of events of each kind. */
  synchronized Map<String, Long> kinds() {
    return Map.copyOf(kinds);
  }

  /** Returns the number of events read between two moments. */
  synchronized long count(long fromNanos, long toNanos) {
    return times.stream()
        .mapToLong(
            each -> each.stream().filter(time -> time >= fromNanos && time < toNanos).count())
        .sum();
  }

  /** Returns the longest time in which at least one of some partitions published nothing, ms. */
  synchronized long longestSilenceMs(IntPredicate partitions, long fromNanos, long toNanos) {
    long longest = 0;
    for (int partition = 0; partition < times.size(); partition++) {
      if (!partitions.test(partition)) {
        continue;
      }
      long before = fromNanos;
      for (long time : times.get(partition)) {
        if (time >= fromNanos && time < toNanos) {
          longest = Math.max(longest, time - before);
          before = time;
        }
      }
      longest = Math.max(longest, toNanos - before);
    }
    return longest / 1_000_000;
  }

  /** Returns the partitions that have published nothing since. */
  synchronized List<Integer> silentSince(long nanos) {
    List<Integer> silent = new ArrayList<>();
    for (int partition = 0; partition < times.size(); partition++) {
      List<Long> told = times.get(partition);
      if (told.get(told.size() - 1) < nanos) {
        silent.add(partition);
      }
    }
    return silent;
  }

  @Override
  public void close() {
    reader.close();
  }
}
