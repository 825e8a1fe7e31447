package io.lockarbiter.trial.bench.overload;

import io.lockarbiter.trial.bench.stage.EventField;
import io.lockarbiter.trial.bench.stage.EventReader;
import io.lockarbiter.embedded.measure.Latencies;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What {@code lock.events} answers: how often, each how late, and what twice. Thread-safe. */
final class OverloadLog implements AutoCloseable {
  private static final EventField TYPE = new EventField("type");
  private static final EventField AT = new EventField("at");
  private static final EventField COMMAND = new EventField("commandId");
  private static final long NANOS_PER_MS = 1_000_000;

  private final LatencyHistogram delays = new LatencyHistogram();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong twice = new AtomicLong();
  private final BitSet told = new BitSet();
  private final EventReader reader;

  OverloadLog(String bootstrapServers, int partitions) {
    reader = new EventReader(bootstrapServers, partitions, this::add);
  }

  private void add(ConsumerRecord<byte[], byte[]> event) {
    String command = COMMAND.word(event.value());
    int lock = Integer.parseInt(command, 1, command.length(), 10);
    int number = command.charAt(0) == 'a' ? 2 * lock : 2 * lock + 1;
    if (told.get(number)) {
      twice.incrementAndGet();
    } else {
      told.set(number);
      answered.incrementAndGet();
    }
    if (TYPE.word(event.value()).equals("rejected")) {
      refused.incrementAndGet();
    }
    delays.record((event.timestamp() - AT.number(event.value())) * NANOS_PER_MS);
  }

  /** Commands that have an answer. */
  long answered() {
    return answered.get();
  }

  /** Answers that were rejections; none should be. */
  long refused() {
    return refused.get();
  }

  /** Answers to a command that has one already; none should be. */
  long twice() {
    return twice.get();
  }

  /** From the append of each command to that of its answer, so far. */
  Latencies delays() {
    return delays.snapshot();
  }

  @Override
  public void close() {
    reader.close();
  }
}
