package io.lockarbiter.client.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kafka's client warns of an answer about a partition that is no longer assigned. */
class ReadPartitionsTest {
  private static final List<TopicPartition> ALL =
      List.of(partition(0), partition(1), partition(2), partition(3), partition(4));

  /** Thrown by the next question for ends; null = it is answered. */
  private final AtomicReference<@Nullable RuntimeException> next = new AtomicReference<>();

  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("none") {
        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(
            Collection<TopicPartition> partitions, Duration timeout) {
          RuntimeException failure = next.getAndSet(null);
          if (failure != null) {
            throw failure;
          }
          return super.endOffsets(partitions, timeout);
        }
      };

  private final ReadPartitions partitions = new ReadPartitions(consumer, ALL);

  private static TopicPartition partition(int number) {
    return new TopicPartition("lock.events", number);
  }

  @BeforeEach
  void ends() {
    ALL.forEach(each -> consumer.updateEndOffsets(Map.of(each, 7L)));
  }

  @Test
  void lookThatIsWoken_keepsItsPartitionUntilOthersAreRead() {
    next.set(new WakeupException());
    assertThatThrownBy(partitions::look).isInstanceOf(WakeupException.class);
    assertThat(consumer.assignment()).containsExactly(partition(0));

    partitions.ask(3, () -> {});
    next.set(new WakeupException());
    assertThatThrownBy(partitions::join).isInstanceOf(WakeupException.class);
    assertThat(consumer.assignment()).containsExactlyInAnyOrder(partition(0), partition(3));

    assertThat(partitions.join()).isNull();
    assertThat(consumer.assignment()).containsExactly(partition(3));
    assertThat(consumer.position(partition(3))).isEqualTo(7);
  }

  @Test
  void partitionWithoutAnEnd_isNotRead() {
    partitions.ask(3, () -> {});
    assertThat(partitions.join()).isNull();
    partitions.ask(4, () -> {});
    next.set(new TimeoutException("no leader"));

    assertThat(partitions.join()).contains("partitions=[4]", "no leader");
    assertThat(consumer.assignment()).containsExactly(partition(3));
  }
}
