package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.arbiter.partition.NoMeters;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RepairCall;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandListenerTest {
  private static final Topics TOPICS = new Topics("commands", "events", "letters");
  private static final Duration LONG = Duration.ofMinutes(2);

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final AtomicInteger died = new AtomicInteger();
  private final Polls polls = new Polls(false);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger opened = new AtomicInteger();
  private volatile String hanging = "none";
  private volatile String broken = "none";
  private volatile boolean pollBreaks;
  private volatile Error failure = new OutOfMemoryError("no memory");
  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("none") {
        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
          if (pollBreaks) {
            throw failure;
          }
          return super.poll(timeout);
        }
      };
  private final CommandListener listener =
      new CommandListener(services(), kafka(), consumer, LONG, died::incrementAndGet);

  @AfterEach
  void stop() {
    goOn.countDown();
    listener.stop();
    listener.run();
  }

  @Test
  void partitionWhoseStartHangs_holdsUpNobody() {
    hanging = "prod-1";
    assign(0, 1, 2);

    awaitRunning(0);
    awaitRunning(2);
    assertThat(status(1).state()).isEqualTo(PartitionState.STARTING);
    goOn.countDown();
    awaitRunning(1);
  }

  @Test
  void positionOutOfRange_startsThatPartitionAnewOnly() {
    assign(0, 1);
    awaitRunning(0);
    awaitRunning(1);
    consumer.setPollException(new OffsetOutOfRangeException(Map.of(TOPICS.commands(1), 5L)));

    listener.turn();
    await().atMost(LONG).until(() -> opened.get() == 3);
    awaitRunning(1);
    assertThat(opened).as("publishers: two, and one anew").hasValue(3);
  }

  /** Records of a paused partition may wait in the consumer, and one poll would decode them all. */
  @Test
  void whileConsumersTakeTurns_oneMorePartitionIsReadAtEachTurn() {
    PollsTest.makeHeavy(polls);
    consumer.subscribe(List.of(TOPICS.commands()), listener);
    rebalance(0, 1, 2);
    listener.turn();
    await().atMost(LONG).until(() -> statuses.all().stream().allMatch(CommandListenerTest::runs));

    for (int paused = consumer.paused().size(); paused > 0; paused = consumer.paused().size()) {
      listener.turn();
      assertThat(consumer.paused()).hasSizeGreaterThanOrEqualTo(paused - 1);
    }
    assertThat(consumer.paused()).isEmpty();
  }

  private static boolean runs(PartitionStatus status) {
    return status.state() == PartitionState.RUNNING;
  }

  @Test
  void pollThatFails_isTriedAgain() {
    assign(0);
    awaitRunning(0);
    consumer.setPollException(new KafkaException("the broker's answer was cut"));
    listener.stop();
    listener.turn();
    listener.turn();

    assertThat(died).hasValue(0);
    assertThat(status(0).state()).isEqualTo(PartitionState.RUNNING);
  }

  @Test
  void revokedPartition_isLetGoAndOthersStay() {
    assign(0, 1);
    awaitRunning(0);
    awaitRunning(1);
    rebalance(1);

    await().atMost(LONG).until(() -> statuses.get(0) == null);
    assertThat(status(1).state()).isEqualTo(PartitionState.RUNNING);
  }

  /** An orchestrator must notice it, because only a restart helps. */
  @Test
  void listenerThatDies_isCountedAndLeavesTheGroup() {
    pollBreaks = true;
    listener.run();

    assertThat(died).hasValue(1);
    assertThat(consumer.closed()).isTrue();
  }

  /** As where the jar was overwritten under the process, whose log then lacks a class. */
  @Test
  void listenerThatDies_isCountedThoughTheLogFails() {
    failure = new UnloggableError();
    pollBreaks = true;

    assertThatThrownBy(listener::run).isInstanceOf(NoClassDefFoundError.class);
    assertThat(died).hasValue(1);
  }

  @Test
  void workerThatDies_isCountedThoughTheLogFails() {
    failure = new UnloggableError();
    broken = "prod-0";
    assign(0);

    await().dontCatchUncaughtExceptions().atMost(LONG).until(() -> died.get() == 1);
  }

  @Test
  void workerThatDies_isCountedAndOthersGoOn() {
    broken = "prod-0";
    assign(0, 1);

    await().atMost(LONG).until(() -> died.get() == 1);
    awaitRunning(1);
    await()
        .atMost(LONG)
        .until(() -> status(0).why() != null && String.valueOf(status(0).why()).contains("died"));
  }

  private void assign(int... partitions) {
    consumer.subscribe(List.of(TOPICS.commands()), listener);
    rebalance(partitions);
  }

  private void rebalance(int... partitions) {
    List<TopicPartition> all = IntStream.of(partitions).mapToObj(TOPICS::commands).toList();
    all.forEach(each -> consumer.updateBeginningOffsets(Map.of(each, 0L)));
    consumer.rebalance(all);
  }

  private void awaitRunning(int partition) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              listener.turn();
              return status(partition).state() == PartitionState.RUNNING
                  && !consumer.paused().contains(TOPICS.commands(partition));
            });
  }

  private PartitionStatus status(int partition) {
    PartitionStatus status = statuses.get(partition);
    return status == null ? PartitionStatus.starting(partition) : status;
  }

  private PartitionServices services() {
    return new PartitionServices(
        new ReferenceLockStore(),
        new NoMeters(),
        statuses,
        (to, command) -> CompletableFuture.completedFuture(0L),
        Runnable::run,
        Settings.DEFAULT,
        System::nanoTime,
        new RepairCall("test", ""),
        ModelRebuild::new);
  }

  private KafkaServices kafka() {
    return new KafkaServices(
        this::producer,
        "prod",
        new KafkaFacts(new ReferenceLockStore(), TOPICS, partitions -> Map.of()),
        new LogReaders(CommandListenerTest::reader, LONG, polls),
        TOPICS,
        (partition, asks) -> {},
        50,
        polls,
        () -> {});
  }

  private static MockConsumer<byte[], byte[]> reader() {
    MockConsumer<byte[], byte[]> reader = new MockConsumer<>("none");
    for (int partition = 0; partition < 3; partition++) {
      for (TopicPartition topic : List.of(TOPICS.commands(partition), TOPICS.events(partition))) {
        reader.updateBeginningOffsets(Map.of(topic, 0L));
        reader.updateEndOffsets(Map.of(topic, 0L));
      }
    }
    return reader;
  }

  private Producer<byte[], byte[]> producer(String transactionalId) {
    opened.incrementAndGet();
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
      @Override
      public void initTransactions() {
        if (transactionalId.equals(hanging)) {
          awaitGoOn();
        }
        if (transactionalId.equals(broken)) {
          throw failure;
        }
        super.initTransactions();
      }
    };
  }

  private void awaitGoOn() {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class UnloggableError extends Error {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new NoClassDefFoundError("ch/qos/logback/classic/spi/ThrowableProxy");
    }
  }
}
