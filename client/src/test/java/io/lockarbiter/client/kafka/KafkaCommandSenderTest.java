package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Sends commands to Kafka. */
class KafkaCommandSenderTest {
  private static final Release RELEASE =
      new Release("r1", "acme", new Owner("u1", null), "me", "l1", false);

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final List<SendFailure> failures = new CopyOnWriteArrayList<>();
  private final KafkaCommandSender sender =
      new KafkaCommandSender(producer, "lock.commands", System::nanoTime, "sender");

  @Test
  void command_isKeyedByAccountAndLeavesThePartitionToKafka() {
    sender.send(RELEASE, failures::add);
    await().until(() -> producer.history().size() == 1);

    var record = producer.history().get(0);
    assertThat(record.topic()).isEqualTo("lock.commands");
    assertThat(record.partition()).isNull();
    assertThat(new String(record.key(), UTF_8)).isEqualTo("acme");
    assertThat(CommandCodec.decode(record.key(), record.value()))
        .isEqualTo(new DecodedCommand.Valid(RELEASE));
    sender.close();
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void lastFailure_isTheProducersAndNotARecords() {
    producer.sendException = new KafkaException("no broker");
    sender.send(RELEASE, failures::add);
    await().until(() -> failures.size() == 1);
    assertThat(sender.lastFailure()).contains("no broker");
    producer.sendException = null;
    sender.send(RELEASE, failures::add);
    await().until(() -> producer.completeNext());
    assertThat(sender.lastFailure()).isNull();

    producer.sendException = new RecordTooLargeException("1 MB");
    sender.send(RELEASE, failures::add);
    await().until(() -> failures.size() == 2);

    assertThat(sender.lastFailure()).isNull();
    sender.close();
  }

  /**
   * Otherwise an idle client would stay unhealthy: it gets no traffic, and sends nothing that could
   * show its recovery.
   */
  @Test
  void failureOfAnIdleClient_isForgottenAfterAMinute() {
    AtomicLong now = new AtomicLong();
    try (KafkaCommandSender idle =
        new KafkaCommandSender(producer, "lock.commands", now::get, "sender")) {
      producer.sendException = new KafkaException("no broker");
      idle.send(RELEASE, failures::add);
      await().until(() -> failures.size() == 1);
      producer.sendException = null;
      now.set(Duration.ofSeconds(60).toNanos());
      assertThat(idle.lastFailure()).contains("no broker");

      now.incrementAndGet();

      assertThat(idle.lastFailure()).isNull();
    }
    sender.close();
  }

  @Test
  void failures_areReportedWhereverTheyHappen() {
    sender.send(RELEASE, failures::add);
    await().until(() -> producer.history().size() == 1);
    producer.errorNext(new KafkaException("late"));
    await().until(() -> failures.size() == 1);
    producer.sendException = new KafkaException("at once");
    sender.send(RELEASE, failures::add);
    await().until(() -> failures.size() == 2);
    producer.sendException = new IllegalStateException("closed");
    sender.send(RELEASE, failures::add);
    await().until(() -> failures.size() == 3);
    producer.sendException = null;
    sender.close();
    sender.send(RELEASE, failures::add);

    assertThat(failures)
        .extracting(SendFailure::what)
        .containsExactly(
            "org.apache.kafka.common.KafkaException: late",
            "org.apache.kafka.common.KafkaException: at once",
            "java.lang.IllegalStateException: closed",
            "the client is closed");
  }

  @Test
  void failureThatWillNotPass_isToldAsSuch() {
    for (RuntimeException last :
        List.of(
            new RecordTooLargeException("5 MB"),
            new TopicAuthorizationException("lock.commands"),
            new SerializationException("no"))) {
      int before = failures.size();
      producer.sendException = last;
      sender.send(RELEASE, failures::add);
      await().until(() -> failures.size() == before + 1);
    }
    producer.sendException = new TimeoutException("no leader");
    sender.send(RELEASE, failures::add);
    await().until(() -> failures.size() == 4);

    assertThat(failures).extracting(SendFailure::isFinal).containsExactly(true, true, true, false);
    producer.sendException = null;
    sender.close();
  }

  /** Otherwise a copy of a command could arrive when the first is forgotten. */
  @Test
  void commandBehindOneThatIsHeldUp_failsRatherThanComingLate() {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    AtomicLong now = new AtomicLong();
    MockProducer<byte[], byte[]> blocked =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public Future<RecordMetadata> send(
              ProducerRecord<byte[], byte[]> record, Callback callback) {
            reached.countDown();
            awaitUninterruptibly(held);
            return super.send(record, callback);
          }
        };
    try (CommandSender late =
        new KafkaCommandSender(blocked, "lock.commands", now::get, "sender")) {
      late.send(RELEASE, failures::add);
      late.send(RELEASE, failures::add);
      awaitUninterruptibly(reached);
      now.set(Duration.ofMillis(5_001).toNanos());
      held.countDown();
      await().until(() -> !failures.isEmpty());
    }

    assertThat(failures)
        .containsExactly(new SendFailure("the producer was held up for more than PT5S", false));
    assertThat(blocked.history()).hasSize(1);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closeOnAnInterruptedThread_stillEnds() {
    MockProducer<byte[], byte[]> impatient =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public void close(Duration timeout) {
            super.close(timeout);
            throw new InterruptException("closing");
          }
        };
    CommandSender closing =
        new KafkaCommandSender(impatient, "lock.commands", System::nanoTime, "sender");
    Thread.currentThread().interrupt();
    closing.close();

    assertThat(impatient.closed()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void settings_keepWhatTheAnswersDependOn() {
    KafkaSettings settings =
        new KafkaSettings(
            Map.of(
                "bootstrap.servers", "b:1",
                "linger.ms", "20",
                "acks", "1",
                "max.block.ms", "60000",
                "delivery.timeout.ms", "60000",
                "transactional.id", "t",
                "partitioner.class", "Mine",
                "group.id", "g",
                "isolation.level", "read_uncommitted"),
            "gateway-7");

    assertThat(settings.producer())
        .containsEntry("client.id", "gateway-7")
        .containsEntry("linger.ms", "20")
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", "true")
        .containsEntry("max.block.ms", "5000")
        .containsEntry("delivery.timeout.ms", "10000")
        .doesNotContainKeys("transactional.id", "partitioner.class");
    assertThat(settings.consumer())
        .containsEntry("client.id", "gateway-7")
        .containsEntry("bootstrap.servers", "b:1")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "none")
        .doesNotContainKey("group.id");
    KafkaSettings own = new KafkaSettings(Map.of("client.id", "mine"), "gateway-7");
    assertThat(own.producer()).containsEntry("client.id", "mine");
    assertThat(own.consumer()).containsEntry("client.id", "mine");
  }
}
