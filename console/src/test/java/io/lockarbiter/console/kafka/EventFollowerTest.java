package io.lockarbiter.console.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.EventRing;
import io.lockarbiter.console.stream.StreamListener;
import io.lockarbiter.console.stream.StreamedEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The reader of events starts again after any failure, whatever caused it. */
class EventFollowerTest {
  private static final TopicPartition PARTITION = new TopicPartition("lock.events", 0);

  private final EventHub hub = new EventHub(1, 100, 1 << 20, System::nanoTime);
  private final List<Long> heard = new CopyOnWriteArrayList<>();

  @Test
  void errorOfAListener_isToldAndWhatItMissedIsReadAgain() {
    hub.listen(
        new StreamListener() {
          @Override
          public void event(StreamedEvent event) {
            heard.add(event.seq());
            if (heard.size() == 2) {
              throw new OutOfMemoryError("as of a full heap");
            }
          }

          @Override
          public void restarted(int partition) {}
        });
    try (EventFollower follower = follower(0)) {
      follower.start();
      await().until(() -> heard.size() == 2);
      await()
          .until(() -> String.valueOf(hub.problem()).contains("cannot be read: as of a full heap"));

      await().until(() -> heard.size() == 5);
      assertThat(heard).containsExactly(1L, 2L, 1L, 2L, 3L);
      await().until(() -> hub.problem() == null);
    }
  }

  /** A page that comes back compares its position with the last event. */
  @Test
  void partitionThatIsQuietForLongerThanTheLookBack_isReadAllTheSame() {
    try (EventFollower follower = follower(3)) {
      follower.start();
      await().until(() -> hub.<Long>look(0, EventRing::last) == 3);
      assertThat(hub.<Boolean>look(0, ring -> ring.reaches(0))).isTrue();
    }
  }

  private EventFollower follower(long before) {
    return new EventFollower(
        () -> consumer(before),
        new ConsoleTopics("lock.commands", "lock.events", 1),
        hub,
        Duration.ofMinutes(11),
        100,
        InstantSource.system());
  }

  /**
   * Returns three events.
   *
   * @param before how many of them came long before the reader had begun
   */
  private static Consumer<byte[], byte[]> consumer(long before) {
    MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
              Map<TopicPartition, Long> times, Duration patience) {
            return Collections.singletonMap(PARTITION, null);
          }
        };
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, before));
    consumer.schedulePollTask(
        () -> {
          for (int seq = 1; seq <= 3; seq++) {
            byte[] event =
                "{\"v\":1,\"seq\":%d,\"at\":%d,\"type\":\"granted\",\"account\":\"acme\"}"
                    .formatted(seq, seq)
                    .getBytes(UTF_8);
            consumer.addRecord(
                new ConsumerRecord<>("lock.events", 0, seq - 1, "acme".getBytes(UTF_8), event));
          }
        });
    return consumer;
  }
}
