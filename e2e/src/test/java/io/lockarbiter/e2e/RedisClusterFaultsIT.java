package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.lua.redis.PartitionSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis Cluster of three masters that is reconfigured under load. */
@Cluster
class RedisClusterFaultsIT {
  private static final String NODE_TIMEOUT_MS = "2000";
  private static final long BETWEEN_KEYS_MS = 60;

  private final List<EmbeddedRedis> replicas = new ArrayList<>();
  private EmbeddedRedisCluster cluster;

  @BeforeEach
  void startCluster() {
    cluster = EmbeddedRedisCluster.start(List.of(0, 5_461, 10_923));
    for (EmbeddedRedis master : cluster.masters()) {
      ok(master, "CONFIG", "SET", "cluster-node-timeout", NODE_TIMEOUT_MS);
    }
  }

  @AfterEach
  void stopCluster() {
    replicas.forEach(EmbeddedRedis::close);
    cluster.close();
  }

  /** Each partition's slot moves twice, key by key: ASK, TRYAGAIN and MOVED. */
  @Test
  void slotsThatMove_loseAndDoubleNothing(Deployment deployment) throws Exception {
    ArbiterNode arbiter = start(deployment);
    Load load = deployment.load();
    for (int round = 0; round < 2; round++) {
      for (int partition = 0; partition < deployment.partitions(); partition++) {
        load.awaitMore();
        move(PartitionSlot.of(deployment.name(), partition));
      }
    }
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();

    assertThat(arbiter.halts()).isZero();
    CleanHistory.check(deployment);
  }

  /** Writes that the replica had not received are lost; the slots of other masters go on. */
  @Test
  @Tag("nightly")
  void mastersThatDie_areReplacedByTheirReplicas(Deployment deployment) throws Exception {
    startReplicas();
    ArbiterNode arbiter = start(deployment.withPartitions(6));
    Load load = deployment.load();
    for (int n = 0; n < replicas.size(); n++) {
      EmbeddedRedis master = cluster.masters().get(n);
      EmbeddedRedis replica = replicas.get(n);
      load.awaitMore();
      master.kill();
      await().until(() -> words(replica, "INFO", "replication").contains("role:master"));
      load.awaitMore();
      master.restart();
      await().until(() -> words(master, "INFO", "replication").contains("master_link_status:up"));
    }
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();

    assertThat(arbiter.halts()).isZero();
    CleanHistory.check(deployment);
  }

  private ArbiterNode start(Deployment deployment) {
    Map<String, String> settings = new HashMap<>(deployment.settings());
    settings.put("lockarbiter.redis.mode", "cluster");
    settings.put(
        "lockarbiter.redis.addresses",
        cluster.masters().stream().map(EmbeddedRedis::address).collect(Collectors.joining(",")));
    return deployment.arbiter(settings, new Faults()).awaitHealthy();
  }

  /** Moves a slot to the next master, as {@code redis-cli --cluster reshard} does, but slowly. */
  private void move(int slot) throws Exception {
    int from =
        IntStream.range(0, cluster.masters().size())
            .filter(each -> !keys(cluster.masters().get(each), slot).isEmpty())
            .findFirst()
            .orElseThrow();
    EmbeddedRedis source = cluster.masters().get(from);
    EmbeddedRedis target = cluster.masters().get((from + 1) % cluster.masters().size());
    String number = Integer.toString(slot);
    ok(target, "CLUSTER", "SETSLOT", number, "IMPORTING", id(source));
    ok(source, "CLUSTER", "SETSLOT", number, "MIGRATING", id(target));
    for (String key : keys(source, slot)) {
      Thread.sleep(BETWEEN_KEYS_MS);
      ok(source, "MIGRATE", Ports.HOST, Integer.toString(target.port()), key, "0", "5000");
    }
    assertThat(keys(source, slot)).isEmpty();
    for (EmbeddedRedis each : List.of(target, source)) {
      ok(each, "CLUSTER", "SETSLOT", number, "NODE", id(target));
    }
  }

  private void startReplicas() {
    List<EmbeddedRedis> masters = cluster.masters();
    for (EmbeddedRedis master : masters) {
      EmbeddedRedis replica =
          EmbeddedRedis.start(
              RedisOptions.DEFAULT
                  .withPort(EmbeddedRedisCluster.freePort())
                  .withArguments(
                      "--cluster-enabled",
                      "yes",
                      "--cluster-announce-ip",
                      Ports.HOST,
                      "--cluster-node-timeout",
                      NODE_TIMEOUT_MS));
      replicas.add(replica);
      ok(replica, "CLUSTER", "MEET", Ports.HOST, Integer.toString(master.port()));
      await().until(() -> words(replica, "CLUSTER", "REPLICATE", id(master)).equals("+OK"));
      await().until(() -> words(replica, "INFO", "replication").contains("master_link_status:up"));
    }
    await().until(() -> masters.stream().allMatch(RedisClusterFaultsIT::knowsSix));
  }

  private static boolean knowsSix(EmbeddedRedis node) {
    return words(node, "CLUSTER", "INFO").contains("cluster_known_nodes:6");
  }

  private static String id(EmbeddedRedis node) {
    return words(node, "CLUSTER", "MYID");
  }

  private static void ok(EmbeddedRedis node, String... words) {
    assertThat(words(node, words)).as(String.join(" ", words)).isEqualTo("+OK");
  }

  private static String words(EmbeddedRedis node, String... words) {
    return RedisWords.answer(node.port(), List.of(words));
  }

  private static List<String> keys(EmbeddedRedis node, int slot) {
    return words(node, "CLUSTER", "GETKEYSINSLOT", Integer.toString(slot), "100").lines().toList();
  }
}
