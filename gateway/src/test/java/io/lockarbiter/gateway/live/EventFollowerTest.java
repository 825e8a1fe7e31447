package io.lockarbiter.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
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
  private static final long AT = 1_795_000_000_000L;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong nanos = new AtomicLong(7);
  private final LockBook book = new LockBook(1 << 20);
  private final OwnEnds ends = new OwnEnds();
  private final ReadTimes times = new ReadTimes();

  private static TopicPartition partition(int number) {
    return new TopicPartition(TOPIC, number);
  }

  /** A log of so many partitions, the first of which ends behind one record. */
  private static MockConsumer<byte[], byte[]> log(int partitions) {
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
    List<PartitionInfo> infos = new ArrayList<>();
    for (int n = 0; n < partitions; n++) {
      infos.add(new PartitionInfo(TOPIC, n, Node.noNode(), new Node[0], new Node[0]));
      log.updateBeginningOffsets(Map.of(partition(n), 0L));
      log.updateEndOffsets(Map.of(partition(n), n == 0 ? 1L : 0L));
    }
    log.updatePartitions(TOPIC, infos);
    return log;
  }

  private static void append(MockConsumer<byte[], byte[]> log, long offset) {
    log.schedulePollTask(
        () -> log.addRecord(new ConsumerRecord<>(TOPIC, 0, offset, new byte[0], granted())));
  }

  private EventFollower follower(MockConsumer<byte[], byte[]> log) {
    EventFollower follower =
        new EventFollower(
            () -> log,
            TOPIC,
            book,
            times,
            partitions -> Map.of(partition(0), AT),
            ends,
            nanos::get);
    follower.start();
    return follower;
  }

  @Test
  void lockOfTheLatestMinutesOfTheLog_isKnown_whateverTheTimeHere() {
    MockConsumer<byte[], byte[]> log = log(1);
    append(log, 0);
    try (EventFollower follower = follower(log)) {
      await().until(follower::isCaughtUp);
      assertThat(book.find(new LockKey("acme", "l1"))).isNotNull();
    }
  }

  @Test
  void brokersThatAnswerNoMore_areNoticed_thoughEachPollIsWell() {
    MockConsumer<byte[], byte[]> log = log(1);
    append(log, 0);
    try (EventFollower follower = follower(log)) {
      await().until(follower::isCaughtUp);
      await().untilAsserted(() -> assertThat(times.of).containsEntry(0, 7L));
      nanos.addAndGet(3 * SECOND);
      await().untilAsserted(() -> assertThat(times.of).containsEntry(0, 3 * SECOND + 7));
      ends.isSilent = true;
      nanos.addAndGet(EventFollower.MOST_BEHIND.toNanos() - 1);
      assertThat(follower.isCaughtUp("acme")).isTrue();
      nanos.addAndGet(1);
      assertThat(follower.isCaughtUp("acme")).isFalse();
      assertThat(follower.isCaughtUp()).isFalse();
      assertThat(follower.hasReadOnce("acme")).isTrue();
      assertThat(times.of).containsEntry(0, 3 * SECOND + 7);
      ends.isSilent = false;
      nanos.addAndGet(2 * SECOND);
      await().until(() -> follower.isCaughtUp("acme") && follower.isCaughtUp());
    }
  }

  /** As when one node of the brokers is lost for this reader, while others tell where it ends. */
  @Test
  void endThatIsNotReached_isNoProgress_untilItsLastRecordHasCome() {
    MockConsumer<byte[], byte[]> log = log(1);
    append(log, 0);
    try (EventFollower follower = follower(log)) {
      await().until(follower::isCaughtUp);
      ends.ends.put(0, 2L);
      nanos.addAndGet(3 * SECOND);
      await().until(() -> ends.asked.get() > 0);
      nanos.addAndGet(3 * SECOND);
      await().until(() -> ends.asked.get() > 1);
      assertThat(times.of).containsEntry(0, 7L);
      append(log, 1);
      await().untilAsserted(() -> assertThat(times.of).containsEntry(0, 3 * SECOND + 7));
    }
  }

  @Test
  void partitionWhoseEndNobodyTells_isNoReasonToRefuseOthers() {
    MockConsumer<byte[], byte[]> log = log(2);
    append(log, 0);
    int own = AccountHash.partition("acme", 2);
    String other =
        Stream.iterate("a", name -> name + "a")
            .filter(name -> AccountHash.partition(name, 2) != own)
            .findFirst()
            .orElseThrow();
    try (EventFollower follower = follower(log)) {
      await().until(follower::isCaughtUp);
      ends.ends.put(own, -1L);
      nanos.addAndGet(EventFollower.MOST_BEHIND.toNanos());
      await().until(() -> follower.isCaughtUp(other));
      assertThat(follower.isCaughtUp("acme")).isFalse();
      assertThat(follower.isCaughtUp()).isFalse();
    }
  }

  private static final class ReadTimes implements ReadEvents {
    final Map<Integer, Long> of = new ConcurrentHashMap<>();

    @Override
    public void begin(int partition, int partitions, long offset) {}

    @Override
    public void see(
        int partition, long offset, byte[] value, Event event, @Nullable LiveLock now) {}

    @Override
    public void readUpTo(int partition, long nanos) {
      of.put(partition, nanos);
    }

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
