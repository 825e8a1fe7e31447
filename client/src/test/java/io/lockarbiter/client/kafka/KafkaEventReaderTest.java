package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ask.AddressFilter;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events that the reader passes on, and its recovery from failures. */
class KafkaEventReaderTest {
  private static final String TOPIC = "lock.events";
  private static final int PARTITIONS = 4;
  private static final TopicPartition PARTITION = partition(0);

  /** Partitions without a leader. */
  private final Set<Integer> withoutLeader = ConcurrentHashMap.newKeySet();

  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("none") {
        @Override
        public Map<TopicPartition, Long> endOffsets(
            Collection<TopicPartition> partitions, Duration timeout) {
          if (partitions.stream().anyMatch(each -> withoutLeader.contains(each.partition()))) {
            throw new TimeoutException("no leader");
          }
          return super.endOffsets(partitions, timeout);
        }
      };

  private final AddressFilter filter = new AddressFilter("me");
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<String> gaps = new CopyOnWriteArrayList<>();
  private Consumer<Event> hearing = event -> {};
  private KafkaEventReader reader;

  @BeforeEach
  void start() {
    Node node = new Node(1, "localhost", 9092);
    Node[] nodes = {node};
    consumer.updatePartitions(
        TOPIC,
        IntStream.range(0, PARTITIONS)
            .mapToObj(number -> new PartitionInfo(TOPIC, number, node, nodes, nodes))
            .toList());
    for (int number = 0; number < PARTITIONS; number++) {
      consumer.updateEndOffsets(Map.of(partition(number), 100L));
    }
    reader = new KafkaEventReader(consumer, TOPIC, filter, "reader");
  }

  @AfterEach
  void stop() {
    reader.close();
    assertThat(consumer.closed()).isTrue();
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition(TOPIC, number);
  }

  /** Starts reading partition 0, and adds these events before the reader's next poll. */
  private void begin(Runnable events) {
    reader.start(sink());
    consumer.schedulePollTask(events);
    read(0);
  }

  private void read(int number) {
    CompletableFuture<Void> reading = new CompletableFuture<>();
    reader.read(number, () -> reading.complete(null));
    await().until(reading::isDone);
  }

  @Test
  void whatNobodyAskedFor_isNotRead() {
    assertThat(reader.progress().recordsBehind()).isNull();
    reader.start(sink());
    await().until(() -> Long.valueOf(0).equals(reader.progress().recordsBehind()));

    assertThat(consumer.assignment()).isEmpty();
    assertThat(reader.progress().failure()).isNull();
    assertThat(reader.partitions()).isEqualTo(4);
  }

  @Test
  void idleReader_noticesThatNoBrokerAnswers() {
    consumer.setOffsetsException(new KafkaException("nobody there"));
    reader.start(sink());

    await().until(() -> reader.progress().failure() != null);
    await().until(() -> reader.progress().failure() == null);
  }

  @Test
  void partitionThatIsAskedFor_isReadFromItsEnd_theOthersGoOnWhereTheyAre() {
    begin(() -> add(100, Map.of("replyTo", "me"), event("a")));
    await().until(() -> received.contains("a"));
    consumer.updateEndOffsets(Map.of(PARTITION, 900L, partition(1), 205L));

    read(1);
    assertThat(consumer.assignment()).containsExactlyInAnyOrder(PARTITION, partition(1));
    add(0, 101, Map.of("replyTo", "me"), event("b"));
    add(1, 205, Map.of("replyTo", "me"), event("c"));
    await().until(() -> received.containsAll(List.of("b", "c")));
    assertThat(gaps).isEmpty();
    // More than half are requested now, so all are read.
    read(3);
    assertThat(consumer.assignment()).hasSize(4);
    read(2);
  }

  @Test
  void partitionThatCannotBeRead_isTriedAgainAndHoldsUpNoOther() {
    begin(() -> {});
    consumer.setOffsetsException(new TimeoutException("no leader"));
    CompletableFuture<Void> reading = new CompletableFuture<>();
    reader.read(2, () -> reading.complete(null));
    await()
        .until(
            reader.progress()::failure,
            failure -> failure != null && failure.matches("partitions=\\[2]: .*no leader.*"));
    add(100, Map.of("replyTo", "me"), event("a"));

    await().until(() -> received.contains("a"));
    await().until(reading::isDone);
    await().until(() -> reader.progress().failure() == null);
  }

  @Test
  void partitionThatCannotBeRead_keepsNoOtherFromBeingRead() {
    withoutLeader.add(1);
    reader.start(sink());
    CompletableFuture<Void> reading = new CompletableFuture<>();
    reader.read(1, () -> reading.complete(null));
    read(0);
    read(2);
    assertThat(consumer.assignment()).containsExactlyInAnyOrder(PARTITION, partition(2));
    assertThat(reader.progress().failure()).contains("no leader");

    withoutLeader.clear();
    await().until(reading::isDone);
    await().until(() -> reader.progress().failure() == null);
  }

  @Test
  void partitionThatNobodyAskedForAndCannotBeRead_keepsNoOtherFromBeingRead() {
    withoutLeader.add(3);
    reader.start(sink());
    read(0);
    read(1);
    read(2);

    assertThat(consumer.assignment()).hasSize(3);
    await().until(() -> reader.progress().failure() == null);
  }

  @Test
  void progress_tellsHowFarTheReaderIs() {
    consumer.setMaxPollRecords(1);
    consumer.updateEndOffsets(Map.of(PARTITION, 100L));
    assertThat(reader.progress().eventAt()).isNull();
    begin(
        () -> {
          for (long offset = 100; offset < 103; offset++) {
            add(offset, Map.of("replyTo", "me"), event("e" + offset));
          }
          consumer.updateEndOffsets(Map.of(PARTITION, 103L));
        });
    await().until(() -> received.size() == 3);
    consumer.schedulePollTask(
        () -> {
          throw new KafkaException("no");
        });
    await().until(() -> reader.progress().failure() != null);
    await().until(() -> reader.progress().failure() == null);
    await().until(() -> Long.valueOf(0).equals(reader.progress().recordsBehind()));

    assertThat(reader.progress().eventAt()).isNotNull();
  }

  @Test
  void headers_decideWithoutALookAtTheRest() {
    filter.follow("adopted");
    begin(
        () -> {
          add(
              100,
              Map.of("replyTo", "other", "lockReplyTo", "other", "lockId", "l1"),
              event("foreign"));
          add(101, Map.of("replyTo", "me"), event("a"));
          add(102, Map.of("lockReplyTo", "me"), event("b"));
          add(103, Map.of("replyTo", "other", "lockId", "adopted"), event("c"));
        });
    await().until(() -> received.size() == 3);
    // Two followers asked for the lock's events and one has left: the other still needs them.
    filter.follow("adopted");
    filter.unfollow("adopted");
    add(104, Map.of("replyTo", "other", "lockId", "adopted"), event("c2"));
    await().until(() -> received.size() == 4);
    filter.unfollow("adopted");
    filter.unfollow("adopted");
    add(105, Map.of("replyTo", "other", "lockId", "adopted"), event("d"));
    add(106, Map.of("replyTo", "me"), event("e"));

    await().until(() -> received.contains("e"));
    assertThat(received).containsExactly("a", "b", "c", "c2", "e");
  }

  /** Otherwise the client would go on as if nobody answered, and nobody would know why. */
  @Test
  void error_isSurvived() {
    hearing =
        event -> {
          if (event.head().commandId().equals("a")) {
            throw new AssertionError("of whoever is told");
          }
        };
    begin(
        () -> {
          add(100, Map.of("replyTo", "me"), event("a"));
          throw new NoClassDefFoundError("of a poll");
        });
    add(101, Map.of("replyTo", "me"), event("b"));

    await().until(() -> received.contains("b"));
  }

  @Test
  void repeatWindow_isReadFromEverybodysEventsAndToldBeforeTheEvent() {
    begin(
        () -> {
          add(100, Map.of("replyTo", "other", "repeatMs", "10000"), event("foreign"));
          add(101, Map.of("replyTo", "other", "repeatMs", "10000"), event("foreign"));
          add(102, Map.of("replyTo", "me", "repeatMs", "60000"), event("a"));
        });

    await().until(() -> received.contains("a"));
    assertThat(received).containsExactly("0: 10000 ms", "0: 60000 ms", "a");
  }

  @Test
  void unreadableEvent_isPassedOver() {
    begin(
        () -> {
          add(100, Map.of("replyTo", "me"), "no JSON".getBytes(UTF_8));
          add(101, Map.of("replyTo", "me"), event("a"));
        });

    await().until(() -> received.contains("a"));
  }

  @Test
  void deletedEvents_areReportedAsAGapAndReadingGoesOnFromTheEnd() {
    begin(
        () -> {
          consumer.updateEndOffsets(Map.of(PARTITION, 500L));
          consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 100L)));
        });
    await().until(() -> !gaps.isEmpty());

    consumer.schedulePollTask(() -> add(500, Map.of("replyTo", "me"), event("a")));

    await().until(() -> received.contains("a"));
    assertThat(gaps).hasSize(1);
  }

  @Test
  void failingPoll_isTriedAgain() {
    begin(() -> consumer.setPollException(new KafkaException("not now")));
    consumer.schedulePollTask(() -> add(100, Map.of("replyTo", "me"), event("a")));

    await().until(() -> received.contains("a"));
    assertThat(gaps).isEmpty();
  }

  private void add(long offset, Map<String, String> headers, byte[] value) {
    add(0, offset, headers, value);
  }

  private void add(int partition, long offset, Map<String, String> headers, byte[] value) {
    RecordHeaders recordHeaders = new RecordHeaders();
    headers.forEach((name, text) -> recordHeaders.add(name, text.getBytes(UTF_8)));
    consumer.addRecord(
        new ConsumerRecord<>(
            TOPIC,
            partition,
            offset,
            0,
            TimestampType.LOG_APPEND_TIME,
            4,
            10,
            "acme".getBytes(UTF_8),
            value,
            recordHeaders,
            Optional.empty()));
  }

  private static byte[] event(String lockId) {
    LockFields lock =
        RequestCommands.acquire(
                LockRequest.upload("acme", "u1", "/a"), new Owner("u1", null), lockId, "me")
            .fields();
    EventHead head = new EventHead(5, 1_000_000, "acme", lockId, new Cause(0, 1));
    return EventCodec.encode(new Granted(head, lock, 5, 1_030_000, 0, false));
  }

  private EventSink sink() {
    return new EventSink() {
      @Override
      public void accept(Event event) {
        hearing.accept(event);
        received.add(event.head().commandId());
      }

      @Override
      public void repeatWindow(int partition, Duration window) {
        received.add(partition + ": " + window.toMillis() + " ms");
      }

      @Override
      public void gap(String what) {
        gaps.add(what);
      }
    };
  }
}
