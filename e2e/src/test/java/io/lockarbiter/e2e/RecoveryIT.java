package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Lost state of Redis is restored without a restart or a halt. Nothing is published twice or left
 * out, and the state is that of the history.
 */
@EveryFifthDay
@Cluster
class RecoveryIT {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;

  @Test
  void statesFlushedUnderLoad_areBuiltAgain(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      arbiter.awaitDecided(deployment.partitions());
      for (int time = 1; time <= 3; time++) {
        load.awaitMore();
        for (int partition = 0; partition < deployment.partitions(); partition++) {
          redis.flush(partition);
        }
        int recoveries = time * deployment.partitions();
        await().until(() -> arbiter.recoveries("EMPTY") >= recoveries);
      }
      assertWhole(deployment, load, arbiter, redis);
    }
  }

  @Test
  void statesOfAMomentAgo_areFedWhatTheyLost(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      load.awaitMore();
      await().until(() -> arbiter.get("/actuator/health").startsWith("200 "));
      for (int time = 1; time <= 3; time++) {
        List<Object> dump = redis.dump(PARTITION);
        load.awaitMore();
        redis.restore(PARTITION, dump);
        int recoveries = time;
        await().until(() -> arbiter.recoveries("BEHIND") >= recoveries);
      }
      assertWhole(deployment, load, arbiter, redis);
      assertThat(arbiter.recoveries("EMPTY")).isZero();
    }
  }

  @Test
  void halfAState_isBuiltAgain(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      int recoveries = 0;
      for (String lost : List.of("ids", "meta", "usage")) {
        load.awaitMore();
        redis.flush(PARTITION, lost);
        int expected = ++recoveries;
        await().until(() -> arbiter.recoveries("EMPTY") >= expected);
      }
      assertWhole(deployment, load, arbiter, redis);
    }
  }

  /**
   * Tries each key, while an arbiter runs and while none does; no key of the state is a string, so
   * a string is always of the wrong type.
   */
  @Test
  void keyOfAnotherType_isBuiltAgain(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      int recoveries = 0;
      for (String name : List.of("ids", "meta", "outbox", "queue")) {
        load.awaitMore();
        redis.replace(PARTITION, name);
        int expected = ++recoveries;
        await().until(() -> arbiter.recoveries("EMPTY") >= expected);
      }
      assertWhole(deployment, load, arbiter, redis);
      assertThat(arbiter.halts()).isZero();
      arbiter.close();
      redis.replace(PARTITION, "counters");
      redis.replace(OTHER, "meta");
      deployment.arbiter().awaitHealthy();
      assertHistoriesTell(deployment, redis);
    }
  }

  @Test
  void stateFlushedWhileNothingComes_isBuiltAgain(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    OneEach.decide(deployment);
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      PartitionState before = redis.state(PARTITION);
      redis.flush(PARTITION);
      await().until(() -> arbiter.recoveries("EMPTY") == 1);

      assertThat(redis.state(PARTITION).held()).isEqualTo(before.held());
      assertHistoriesTell(deployment, redis);
    }
  }

  @Test
  void stateFlushedWhileNobodyRan_isBuiltAtTheStart(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
      OneEach.decide(deployment);

      assertThat(arbiter.recoveries("EMPTY")).isEqualTo(1);
      CleanHistory.check(deployment);
    }
  }

  /**
   * Both the former owner, which does not know yet that it lost the partition, and the next one
   * write to the state.
   */
  @Test
  void stateFlushedWhileInstancesChange_isBuiltAgain(Deployment deployment) {
    ArbiterNode first = deployment.arbiter();
    Load load = deployment.load();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      load.awaitMore();
      for (int time = 0; time < 3; time++) {
        redis.flush(PARTITION);
        try (ArbiterNode second = deployment.arbiter()) {
          redis.flush(PARTITION);
          load.awaitMore();
          assertThat(second.get("/api/partitions")).doesNotContain("HALTED");
        }
      }
      assertWhole(deployment, load, first, redis);
    }
  }

  private static void assertWhole(
      Deployment deployment, Load load, ArbiterNode arbiter, RedisKeys redis) {
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();
    assertThat(arbiter.halts()).isZero();
    CleanHistory.check(deployment);
    assertHistoriesTell(deployment, redis);
  }

  /**
   * Checks that the state in Redis is the one of the topics; in the middle of a record it is not
   * yet.
   */
  static void assertHistoriesTell(Deployment deployment, RedisKeys redis) {
    try (HistorySource source =
        new KafkaHistorySource(
            Map.of("bootstrap.servers", deployment.brokers()), deployment.prefix())) {
      for (int partition : source.partitions()) {
        await().untilAsserted(() -> assertHistoryTells(source, partition, redis.state(partition)));
      }
    }
  }

  private static void assertHistoryTells(
      HistorySource source, int partition, PartitionState found) {
    try (PartitionHistory history = source.open(partition)) {
      Moment moment = new Moment(found.header().appliedOffset(), true);
      assertThat(found)
          .as("partition %d in Redis", partition)
          .isEqualTo(HistoryState.at(history, moment).state());
    }
  }
}
