package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.P1;
import static io.lockarbiter.client.work.TestPool.options;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool goes on beside what is broken, and its health tells it. */
@Timeout(600)
class PoolFaultsTest {
  private final WatchedPool watched = new WatchedPool();

  @AfterEach
  void stop() {
    watched.close();
  }

  @Test
  void partitionWithoutALeader_keepsBackNoOther_andTheLagTellsIt() throws Exception {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().assign();
    watched.pool().leaderless = new TimeoutException("Failed to get offsets by times in 5000ms");
    watched.pool().assign(P0, P1);
    watched.pool().add(0, 0, granted(1));

    await().until(() -> watched.handled.size() == 1);
    await().until(() -> watched.pool().worker.health().lag().compareTo(Duration.ofSeconds(2)) > 0);
    watched.pool().add(1, 0, granted(2));
    watched.pool().leaderless = null;
    await().until(() -> watched.handled.contains("job2"));
  }

  @Test
  void jobsOfARevokedPartitionThatHaveToEnd_areToldByTheLag() throws Exception {
    watched.start(
        options().withConcurrency(2).withStopTimeout(Duration.ofMinutes(1)), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched
        .pool()
        .consumer()
        .schedulePollTask(() -> watched.pool().consumer().rebalance(List.of(P1)));

    await().until(() -> watched.pool().worker.health().lag().compareTo(Duration.ofSeconds(2)) > 0);
    watched.gate("job1").countDown();
    await().until(() -> watched.pool().worker.health().lag().compareTo(Duration.ofSeconds(1)) < 0);
  }

  /** As Kafka does it: a failure of the listener comes out of poll, and the partition is gone. */
  @Test
  void commitThatIsRefusedAtARevocation_doesNotEndTheWorker() throws Exception {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().add(0, 1, granted(2));
    await().until(() -> watched.handled.size() == 2);
    watched.pool().commitFailure = new GroupAuthorizationException("lock.pool.pool");
    watched
        .pool()
        .consumer()
        .schedulePollTask(
            () -> {
              KafkaException first = null;
              try {
                watched.pool().consumer().rebalance(List.of(P1));
              } catch (KafkaException e) {
                first = e;
              }
              watched.pool().commitFailure = null;
              watched.pool().consumer().rebalance(List.of(P1));
              if (first != null) {
                watched
                    .pool()
                    .consumer()
                    .setPollException(
                        new KafkaException("User rebalance callback throws an error", first));
              }
            });
    await().until(() -> watched.pool().commitFailure == null);
    watched.pool().add(1, 0, granted(3));

    await().until(() -> watched.handled.contains("job3"));
    assertThat(watched.pool().worker.health().status()).isEqualTo(Status.RUNNING);
  }

  @Test
  void grantWithoutAValue_isSkipped() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().consumer().addRecord(foreign("granted".getBytes(UTF_8), null));
    watched.pool().add(0, 1, granted(2));
    await().until(() -> watched.handled.contains("job2"));
  }

  @Test
  void typeWithoutAValue_isSkipped() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().consumer().addRecord(foreign(null, "{}".getBytes(UTF_8)));
    watched.pool().add(0, 1, granted(2));
    await().until(() -> watched.handled.contains("job2"));
  }

  private static ConsumerRecord<byte[], byte[]> foreign(
      byte @Nullable [] type, byte @Nullable [] value) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(TestEvents.TOPIC, 0, 0, "acme".getBytes(UTF_8), value);
    record.headers().add("type", type);
    return record;
  }
}
