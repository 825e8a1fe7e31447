package io.lockarbiter.console.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells transactions that stay open from those of arbiters at work: a log that is stable up to the
 * same offset for some seconds, and no further. Used by one thread at a time.
 */
final class OpenTransactions {
  private static final long LONG_NANOS = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanoTime;
  private final Map<TopicPartition, Seen> seen = new HashMap<>();

  private record Seen(long stable, long end, long sinceNanos) {}

  OpenTransactions(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Takes up where a log ends now.
   *
   * @param stable last stable offset
   * @param end asked before it
   */
  void look(TopicPartition partition, long stable, long end) {
    if (end <= stable) {
      seen.remove(partition);
      return;
    }
    Seen before = seen.get(partition);
    long since =
        before != null && before.stable == stable ? before.sinceNanos : nanoTime.getAsLong();
    seen.put(partition, new Seen(stable, end, since));
  }

  /** Those that are open for long, by partition, that of the commands first. */
  Map<Integer, List<OpenTransaction>> found(String events) {
    long now = nanoTime.getAsLong();
    Map<Integer, List<OpenTransaction>> found = new HashMap<>();
    seen.forEach(
        (partition, each) -> {
          if (now - each.sinceNanos >= LONG_NANOS) {
            found
                .computeIfAbsent(partition.partition(), n -> new ArrayList<>())
                .add(
                    new OpenTransaction(
                        partition.topic(),
                        partition.topic().equals(events),
                        each.stable,
                        each.end - each.stable));
          }
        });
    found.values().forEach(all -> all.sort(Comparator.comparing(OpenTransaction::ofEvents)));
    return found;
  }
}
