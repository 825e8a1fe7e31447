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
 * The partitions that a reader reads: the requested ones, each from its end at the time of the
 * request; all, once more than half are requested. None is given up again. Used by the reader's
 * thread, except for {@link #ask} and {@link #wakeUp}.
 */
final class ReadPartitions {
  /** The longest wait for an answer, because the other partitions are not read meanwhile. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private record Asked(TopicPartition partition, Runnable reading) {}

  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> all;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final Semaphore signals = new Semaphore(0);
  private final Set<TopicPartition> read = new HashSet<>();

  /** The reason why the last attempt failed, as long as a requested partition is not read. */
  private @Nullable String failure;

  /** A reader of none of these partitions yet. */
  ReadPartitions(Consumer<byte[], byte[]> consumer, List<TopicPartition> all) {
    this.consumer = consumer;
    this.all = all;
  }

  /** Number of partitions. */
  int number() {
    return all.size();
  }

  boolean isEmpty() {
    return read.isEmpty();
  }

  /**
   * Requests one more partition; for every thread.
   *
   * @param reading runs when records appended from then on will be read
   */
  void ask(int partition, Runnable reading) {
    String topic = all.get(0).topic();
    asked.add(new Asked(new TopicPartition(topic, partition), reading));
    wakeUp();
  }

  /** Wakes the reader's thread; for every thread. */
  void wakeUp() {
    signals.release();
    consumer.wakeup();
  }

  /** Waits, at most for the limit, until another partition is requested. */
  void awaitNext(Duration limit) throws InterruptedException {
    if (signals.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      signals.drainPermits();
    }
  }

  /** Says whether a requested partition is not read yet. */
  boolean isAsked() {
    return !asked.isEmpty();
  }

  /**
   * Starts reading the requested partitions; the others keep their positions. Tries all at once. If
   * that fails, it tries one with each call, so that an unreadable partition does not keep others
   * from being read.
   *
   * @return the reason of a failure; null if all requested partitions are read
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
      if (!more.isEmpty()) {
        begin(more);
      }
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

  /**
   * Reads more partitions from their ends on. They are assigned before their ends are asked for, or
   * Kafka's client warns that it cannot note the answer; without an end they are not read. After a
   * wake-up all stay assigned, for the answer is still to come, and the question follows again
   * before the next poll.
   */
  private void begin(Set<TopicPartition> more) {
    Set<TopicPartition> both = new HashSet<>(consumer.assignment());
    both.addAll(more);
    consumer.assign(both);
    ends(more).forEach(consumer::seek);
    read.addAll(more);
    if (!read.equals(consumer.assignment())) {
      consumer.assign(read);
    }
  }

  /**
   * Sends the brokers a question while there is nothing to read, to see whether they answer. It is
   * about a partition that is assigned meanwhile, for the same reason, and after a wake-up until
   * others are read.
   */
  void look() {
    Set<TopicPartition> any = Set.of(all.get(0));
    consumer.assign(any);
    var unused = ends(any);
    consumer.assign(read);
  }

  /** The ends of assigned partitions; if they are not told, only those stay that are read. */
  private Map<TopicPartition, Long> ends(Set<TopicPartition> assigned) {
    try {
      return consumer.endOffsets(assigned, LOOK);
    } catch (WakeupException e) {
      throw e;
    } catch (RuntimeException e) {
      consumer.assign(read);
      throw e;
    }
  }
}
