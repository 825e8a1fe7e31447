package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.RedisWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis with a replica and three sentinels, each a process; the master dies under load. */
@EveryFifthDay
@Cluster
class RedisSentinelIT {
  private static final String MASTER = "locks";
  private static final int QUORUM = 2;
  private static final long UNHEARD_MS = 300;

  private final List<EmbeddedRedis> sentinels = new ArrayList<>();
  private EmbeddedRedis one;
  private EmbeddedRedis other;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    one = EmbeddedRedis.start();
    other =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments(
                "--replicaof", Ports.HOST, Integer.toString(one.port())));
    await().until(() -> says(other, "master_link_status:up"));
    for (int n = 0; n < 3; n++) {
      sentinels.add(sentinel(directory.resolve("sentinel-" + n + ".conf")));
    }
    await().until(() -> sentinels.stream().allMatch(RedisSentinelIT::knowsAll));
  }

  /**
   * Starts a sentinel. Its file must be the first argument; the sentinel stores there what it
   * learns.
   */
  private EmbeddedRedis sentinel(Path file) throws IOException {
    Files.write(
        file,
        List.of(
            "sentinel monitor %s %s %d %d".formatted(MASTER, Ports.HOST, one.port(), QUORUM),
            "sentinel down-after-milliseconds %s 1000".formatted(MASTER),
            "sentinel failover-timeout %s 5000".formatted(MASTER)));
    String words = "exec \"$0\" '%s' \"$@\" --sentinel".formatted(file);
    return EmbeddedRedis.start(RedisOptions.DEFAULT.withPrefix(List.of("sh", "-c", words)));
  }

  @AfterEach
  void stop() {
    sentinels.forEach(EmbeddedRedis::close);
    other.resume();
    other.close();
    one.close();
  }

  /** The replica takes over without the master's last writes; then the roles change back. */
  @Test
  void mastersThatDie_loseAndDoubleNothing(Deployment deployment) throws Exception {
    Map<String, String> settings = new HashMap<>(deployment.settings());
    settings.put("lockarbiter.redis.mode", "sentinel");
    settings.put("lockarbiter.redis.master-name", MASTER);
    settings.put(
        "lockarbiter.redis.addresses",
        sentinels.stream().map(EmbeddedRedis::address).collect(Collectors.joining(",")));
    ArbiterNode arbiter = deployment.arbiter(settings, new Faults()).awaitHealthy();
    Load load = deployment.load();
    load.awaitMore();
    other.pause();
    RedisWords.answer(one.port(), List.of("CLIENT", "KILL", "TYPE", "replica"));
    load.awaitMore();
    Thread.sleep(UNHEARD_MS);
    one.kill();
    other.resume();
    await().until(() -> says(other, "role:master"));
    load.awaitMore();
    arbiter.awaitHealthy();
    assertThat(arbiter.recoveries("BEHIND")).as("writes were lost").isPositive();

    one.restart();
    await().until(() -> says(one, "master_link_status:up"));
    load.awaitMore();
    other.kill();
    await().until(() -> says(one, "role:master"));
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();

    assertThat(arbiter.halts()).isZero();
    CleanHistory.check(deployment);
  }

  private static boolean knowsAll(EmbeddedRedis sentinel) {
    return RedisWords.answer(sentinel.port(), List.of("INFO", "sentinel"))
        .contains("status=ok,address=127.0.0.1:%s,slaves=1,sentinels=3".formatted(port(sentinel)));
  }

  private static String port(EmbeddedRedis sentinel) {
    String address =
        RedisWords.answer(sentinel.port(), List.of("SENTINEL", "get-master-addr-by-name", MASTER));
    return address.lines().reduce((host, port) -> port).orElse("");
  }

  /**
   * Says whether the server reports a line; false while it does not answer, because Sentinel cuts
   * the connections of a server that gets another role.
   */
  private static boolean says(EmbeddedRedis server, String line) {
    try {
      return RedisWords.answer(server.port(), List.of("INFO", "replication")).contains(line);
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
