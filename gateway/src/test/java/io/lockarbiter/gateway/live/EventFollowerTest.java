package io.lockarbiter.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventFollowerTest {
  private static final String TOPIC = "lock.events";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  private static final long AT = 1_795_000_000_000L;

  @Test
  void lockOfTheLatestMinutesOfTheLog_isKnown_whateverTheTimeHere() {
    LockBook book = new LockBook(1 << 20);
    MockConsumer<byte[], byte[]> log =
        new MockConsumer<>("none") {
          @Override
          public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
              Map<TopicPartition, Long> times, Duration patience) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            times.forEach(
                (partition, at) ->
                    found.put(partition, at <= AT ? new OffsetAndTimestamp(0, AT) : null));
            return found;
          }
        };
    Node node = Node.noNode();
    log.updatePartitions(
        TOPIC, List.of(new PartitionInfo(TOPIC, 0, node, new Node[0], new Node[0])));
    log.updateBeginningOffsets(Map.of(PARTITION, 0L));
    log.updateEndOffsets(Map.of(PARTITION, 1L));
    log.schedulePollTask(
        () -> log.addRecord(new ConsumerRecord<>(TOPIC, 0, 0, new byte[0], granted())));
    try (EventFollower follower =
        new EventFollower(
            () -> log, TOPIC, book, new NoStreams(), partitions -> Map.of(PARTITION, AT))) {
      follower.start();
      await().until(follower::isCaughtUp);
      assertThat(book.find(new LockKey("acme", "l1"))).isNotNull();
    }
  }

  private static final class NoStreams implements ReadEvents {
    @Override
    public void begin(int partition, int partitions, long offset) {}

    @Override
    public void see(
        int partition, long offset, byte[] value, Event event, @Nullable LiveLock now) {}

    @Override
    public void restart() {}
  }

  private static byte[] granted() {
    return EventCodec.encode(
        new Granted(
            new EventHead(7, AT, "acme", "l1", new Cause(0, 3)),
            RequestCommands.acquire(
                    LockRequest.upload("acme", "u1", "/a"), new Owner("u1", "s"), "l1", "r")
                .fields(),
            7,
            AT + 600_000,
            0,
            false));
  }
}
