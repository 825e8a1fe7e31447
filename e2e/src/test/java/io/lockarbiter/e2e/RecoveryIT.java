package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What Redis loses comes back by itself: no restart, no halt, nothing published twice or left out,
 * and a state that is what the history says.
 */
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

  /** Of each key, while it runs and while nobody does; a string is what no key of a state is. */
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

  /** Both are fed by an owner that does not know that it is none any more, and by the next one. */
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

  /** The state in Redis is the one that the topics tell; amid a record it is not yet. */
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
