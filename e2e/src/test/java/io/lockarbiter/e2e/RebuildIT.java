package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.lua.store.PartitionState;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Redis loses state whose commands retention has removed: it is rebuilt from the events. */
@EveryFifthDay
@Cluster
class RebuildIT {
  private static final int PARTITION = 1;

  @Test
  void statesFlushedAndCommandsCutUnderLoad_areBuiltFromTheEvents(Deployment deployment)
      throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(PARTITION);
    log.acquire(account, "first", "/kept", 600_000);
    log.acquire(account, "second", "UPLOAD", "/kept", 600_000, 600_000);
    Load load = deployment.load();
    try (Admin admin = log.admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      for (int time = 1; time <= 3; time++) {
        load.awaitMore();
        for (int partition = 0; partition < deployment.partitions(); partition++) {
          cutCommands(admin, deployment, partition);
          redis.flush(partition);
        }
        int recoveries = time * deployment.partitions();
        await().until(() -> arbiter.recoveries("EMPTY") >= recoveries);
      }
      int commands = load.end();
      log.release(account, "first");
      await().until(() -> log.events().size() >= commands + 4);
      arbiter.awaitHealthy();

      assertThat(arbiter.halts()).isZero();
      assertEachOnce(log.events(), commands + 4);
      assertThat(redis.state(PARTITION).held())
          .extracting(held -> held.fields().lockId())
          .containsExactly("second");
    }
  }

  @Test
  void stateOfAMomentAgoAndCommandsCut_isBuiltFromTheEventsAmongWhatIsNone(Deployment deployment)
      throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      load.awaitMore();
      arbiter.awaitHealthy();
      byte[] account = deployment.accountIn(PARTITION).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 50; i++) {
        deployment.log().send(deployment.events(), account, new byte[] {1});
      }
      List<Object> dump = redis.dump(PARTITION);
      load.awaitMore();
      cutCommands(admin, deployment, PARTITION);
      redis.restore(PARTITION, dump);
      await().until(() -> arbiter.recoveries("BEHIND") >= 1);
      int commands = load.end();
      await().until(() -> deployment.log().events().size() >= commands);

      assertEachOnce(deployment.log().events(), commands);
    }
  }

  /**
   * Rebuilt from the commands, then from the events alone; afterwards no renewal exceeds the end.
   */
  @Test
  void endThatARequestToYieldAttached_isBuiltAgain(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(PARTITION);
    log.acquire(account, "held", "/kept", 60_000);
    log.send(
        account,
        """
        {"type":"yield","commandId":"y","account":"%s","subAccount":"ops","lockId":"held","graceMs":300000}"""
            .formatted(account));
    await().until(() -> log.events().size() == 2);
    long endsAt = Objects.requireNonNull(((YieldRequested) log.events().get(1)).endsAt());
    try (Admin admin = log.admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      for (int time = 1; time <= 2; time++) {
        int recoveries = time;
        redis.flush(PARTITION);
        await().until(() -> arbiter.recoveries("EMPTY") >= recoveries);
        arbiter.awaitHealthy();
        assertThat(redis.state(PARTITION).held())
            .singleElement()
            .satisfies(
                held -> {
                  assertThat(held.endsAt()).isEqualTo(endsAt);
                  assertThat(Objects.requireNonNull(held.asked()).endsBy()).isEqualTo("ops");
                });
        cutCommands(admin, deployment, PARTITION);
      }
    }
    log.send(
        account,
        """
        {"type":"renew","commandId":"n","account":"%s","subAccount":"u-held","lockId":"held","leaseMs":600000,"declined":"no"}"""
            .formatted(account));
    await().until(() -> log.events().size() == 3);
    assertThat(((Renewed) log.events().get(2)).expiresAt()).isEqualTo(endsAt);
    assertThat(((Renewed) log.events().get(2)).declined()).isEqualTo("no");
  }

  /** No lock was held, so no state could be lost. */
  @Test
  void idlePartitionOfWhichNothingIsRetained_goesOn(Deployment deployment) throws Exception {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy()) {
      String account = deployment.accountIn(PARTITION);
      deployment.log().release(account, deployment.log().acquire(account));
      await().until(() -> deployment.log().events().size() == 2);
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
      // A stop that a busy machine cuts short would leave the position behind the last event.
      OneEach.awaitCommitted(deployment, PARTITION);
    }
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      PartitionState before = redis.state(PARTITION);
      cutCommands(admin, deployment, PARTITION);
      cut(admin, deployment.events(), -1);
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter().awaitHealthy();

      assertThat(arbiter.recoveries("EMPTY")).isEqualTo(1);
      assertThat(redis.state(PARTITION).header().seq()).isEqualTo(before.header().seq());
    }
  }

  /** Halts until somebody restores the state, without a restart. */
  @Test
  void lockHeldOfWhichNothingIsRetained_isEmpty(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      cutCommands(admin, deployment, PARTITION);
      cut(admin, deployment.events(), -1);
      List<Object> backup = redis.dump(PARTITION);
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt(
          "EMPTY",
          "lock.commands, from which it would be built again, begins at offset=2, expected 0 at most, and lock.events does not reach back to at=");

      redis.restore(PARTITION, backup);
      arbiter.awaitHealthy();
      assertThat(redis.state(PARTITION).held()).hasSize(1);
    }
  }

  /** Removes the commands up to the last one that an event answers, also behind the position. */
  private static void cutCommands(Admin admin, Deployment deployment, int partition)
      throws Exception {
    TopicPartition commands = new TopicPartition(deployment.commands(), partition);
    long position = OneEach.committed(admin, deployment, commands).offset();
    long answered =
        deployment.log().events().stream()
            .map(event -> event.head().cause())
            .filter(cause -> cause.partition() == partition)
            .mapToLong(cause -> cause.offset() + 1)
            .max()
            .orElse(0);
    admin
        .deleteRecords(Map.of(commands, RecordsToDelete.beforeOffset(Math.max(position, answered))))
        .all()
        .get();
  }

  private static void cut(Admin admin, String topic, long before) throws Exception {
    admin
        .deleteRecords(
            Map.of(new TopicPartition(topic, PARTITION), RecordsToDelete.beforeOffset(before)))
        .all()
        .get();
  }

  /**
   * Checks that there are so many events, numbered without gap, each lock granted and released at
   * most once.
   */
  private static void assertEachOnce(List<Event> events, int expected) {
    assertThat(events).hasSize(expected);
    Map<Integer, Integer> seqs = new HashMap<>();
    Map<List<String>, Integer> times = new HashMap<>();
    for (Event event : events) {
      int partition = event.head().cause().partition();
      assertThat(event.head().seq()).isEqualTo(seqs.merge(partition, 1, Integer::sum).longValue());
      times.merge(List.of(event.type().text(), event.head().commandId()), 1, Integer::sum);
      if (event instanceof Granted granted) {
        assertThat(granted.token()).isEqualTo(event.head().seq());
      }
    }
    assertThat(times.values()).containsOnly(1);
    assertThat(events.stream().filter(event -> event.type() == EventType.REJECTED)).isEmpty();
  }
}
