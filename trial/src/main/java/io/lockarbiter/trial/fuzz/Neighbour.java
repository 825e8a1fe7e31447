package io.lockarbiter.trial.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.trial.bench.stage.Answer;
import io.lockarbiter.trial.bench.stage.EventField;
import io.lockarbiter.trial.bench.stage.EventReader;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import io.lockarbiter.trial.bench.stage.SteadyLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A client in every partition that does nothing wrong; measures how long its answers take. */
final class Neighbour implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(250);
  private static final EventField AT = new EventField("at");

  private final List<Long> delaysMs = Collections.synchronizedList(new ArrayList<>());
  private final Set<String> accounts;
  private final EventReader reader;
  private final SteadyLoad load;

  Neighbour(String bootstrapServers, int partitions) {
    this(bootstrapServers, partitions, PartitionAccounts.of(partitions, 1));
  }

  /** A neighbour that has these accounts only. */
  Neighbour(String bootstrapServers, int partitions, List<String> own) {
    accounts = new HashSet<>(own);
    reader = new EventReader(bootstrapServers, partitions, this::add);
    load = new SteadyLoad(bootstrapServers, own, EVERY);
  }

  private void add(ConsumerRecord<byte[], byte[]> event) {
    if (accounts.contains(new String(event.key(), UTF_8))) {
      delaysMs.add(new Answer(AT.number(event.value()), event.timestamp()).delayMs());
    }
  }

  /** Returns median, 99 % and maximum, ms. */
  List<Long> delays() {
    List<Long> all = List.copyOf(delaysMs);
    return Stream.of(0.5, 0.99, 1.0).map(share -> (long) Quantiles.of(all, share)).toList();
  }

  @Override
  public void close() {
    load.close();
    reader.close();
  }
}
