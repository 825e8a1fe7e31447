package io.lockarbiter.client.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that a reader reads: those that were asked for, each from where it ended then;
 * once they are more than half, all. None is given up again. Used by the reader's thread, but for
 * {@link #ask} and {@link #wakeUp}.
 */
final class ReadPartitions {
  /** The other partitions are not read meanwhile. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private record Asked(TopicPartition partition, Runnable reading) {}

  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> all;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final Semaphore signals = new Semaphore(0);
  private final Set<TopicPartition> read = new HashSet<>();

  /** Why the last attempt failed, as long as any is asked for that is not read. */
  private @Nullable String failure;

  /** None yet, of these. */
  ReadPartitions(Consumer<byte[], byte[]> consumer, List<TopicPartition> all) {
    this.consumer = consumer;
    this.all = all;
  }

  /** How many there are. */
  int number() {
    return all.size();
  }

  boolean isEmpty() {
    return read.isEmpty();
  }

  /**
   * Has one more read; for every thread.
   *
   * @param reading runs when what is appended from then on will be read
   */
  void ask(int partition, Runnable reading) {
    String topic = all.get(0).topic();
    asked.add(new Asked(new TopicPartition(topic, partition), reading));
    wakeUp();
  }

  /** Ends what the reader's thread waits for; for every thread. */
  void wakeUp() {
    signals.release();
    consumer.wakeup();
  }

  /** Waits for more that is asked for, for so long. */
  void awaitNext(Duration limit) throws InterruptedException {
    if (signals.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      signals.drainPermits();
    }
  }

  /** Says whether any is asked for that is not read. */
  boolean isAsked() {
    return !asked.isEmpty();
  }

  /**
   * Goes on to read what was asked for; the others keep their positions. All at once; where that
   * fails one with each call, so that what cannot be read keeps nothing else from being read.
   *
   * @return why not; null if all is read that was asked for
   */
  @Nullable String join() {
    List<Asked> these = failure == null ? List.copyOf(asked) : List.of(asked.element());
    Set<TopicPartition> more = new HashSet<>(read);
    these.forEach(each -> more.add(each.partition()));
    if (failure == null && 2 * more.size() > all.size()) {
      more.addAll(all);
    }
    more.removeAll(read);
    try {
      Map<TopicPartition, Long> ends = more.isEmpty() ? Map.of() : consumer.endOffsets(more, LOOK);
      more.addAll(read);
      consumer.assign(more);
      ends.forEach(consumer::seek);
      read.addAll(more);
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      failure =
          "partitions=%s: %s"
              .formatted(more.stream().map(TopicPartition::partition).sorted().toList(), e);
      asked.removeAll(these);
      asked.addAll(these);
      return failure;
    }
    asked.removeAll(these);
    failure = asked.isEmpty() ? null : failure;
    these.forEach(each -> each.reading().run());
    return failure;
  }

  /** Asks the brokers something, where nothing is to be read: whether they answer. */
  void look() {
    var unused = consumer.endOffsets(Set.of(all.get(0)), LOOK);
  }
}
