package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import redis.embedded.RedisServer;

/**
 * Runs the scripts on two masters of a Redis Cluster, which refuses calls that reach beyond one
 * slot.
 */
class RedisClusterIT {
  private static final int SLOTS = 16_384;
  private static final int PARTITIONS = 12;

  @TempDir private Path directory;

  /** Says whether the masters have functions; the bundled server has none. */
  boolean hasFunctions() {
    return false;
  }

  @Test
  void partitions_areDecidedOnSeveralMasters() throws IOException {
    int first = freePort();
    int second = freePort();
    RedisServer one = server(first, "one.conf");
    RedisServer two = server(second, "two.conf");
    try {
      assignSlots(first, 0, SLOTS / 2);
      assignSlots(second, SLOTS / 2, SLOTS);
      ask(first, "CLUSTER MEET 127.0.0.1 " + second);
      for (int port : List.of(first, second)) {
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> ask(port, "CLUSTER INFO").contains("cluster_state:ok"));
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> ask(port, "CLUSTER INFO").contains("cluster_known_nodes:2"));
      }
      RedissonClient redisson = client(first);
      try {
        decideInEveryPartition(redisson);
      } finally {
        redisson.shutdown();
      }
      for (int port : List.of(first, second)) {
        assertThat(ask(port, "INFO commandstats").contains("cmdstat_fcall"))
            .as("decisions are functions on the master at port %d", port)
            .isEqualTo(hasFunctions());
      }
      for (int partition = 0; partition < PARTITIONS; partition++) {
        assertThat(ask(first, "CLUSTER KEYSLOT {test:" + partition + "}:meta"))
            .isEqualTo(":" + PartitionSlot.of("test", partition));
      }
      assertThat(ask(first, "DBSIZE")).as("keys of the first master").isNotEqualTo(":0");
      assertThat(ask(second, "DBSIZE")).as("keys of the second master").isNotEqualTo(":0");
    } finally {
      one.stop();
      two.stop();
    }
  }

  private static void decideInEveryPartition(RedissonClient redisson) {
    LockStore store =
        new RedisLockStore(
            redisson, "test", new LogIdentity("c", "t", "g"), Duration.ofSeconds(20));
    int own = AccountHash.partition("acme", PARTITIONS);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      Decision decision =
          store.decide(
              partition,
              FeedPosition.START,
              List.of(
                  record(1, 1, acquire("a", "u1", Operation.UPLOAD, "/d/x")),
                  record(2, 2, acquire("b", "u2", Operation.DELETE, "/d")),
                  record(3, 3, acquire("c", "u2", Operation.UPLOAD, "/d/y")),
                  record(4, 4, release("r", "u1", "a"))));
      assertThat(decision.applied().held()).isEqualTo(1);
      assertThat(store.header(partition)).isNotNull();
      assertThat(store.state(partition)).isNotNull();
    }
    assertThat(store.locks(own, "acme", LockPath.ROOT, 10)).hasSize(1);
    assertThat(store.queue(own, "acme", 10)).isEmpty();
    assertThat(
            store
                .explain(own, "acme", null, List.of(Commands.target("/d/y", Mode.PUT)))
                .blockedBy())
        .hasSize(1);
  }

  private RedisServer server(int port, String file) throws IOException {
    RedisServer server =
        RedisFixture.builder(hasFunctions())
            .bind("127.0.0.1")
            .port(port)
            .setting("save \"\"")
            .setting("dir " + directory)
            .setting("cluster-enabled yes")
            .setting("cluster-config-file " + file)
            .build();
    server.start();
    return server;
  }

  private static RedissonClient client(int port) {
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useClusterServers()
        .addNodeAddress("redis://127.0.0.1:" + port)
        .setReadMode(ReadMode.MASTER)
        .setMasterConnectionMinimumIdleSize(1)
        .setMasterConnectionPoolSize(4);
    return Redisson.create(config);
  }

  private static void assignSlots(int port, int from, int to) throws IOException {
    String slots =
        IntStream.range(from, to).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    assertThat(ask(port, "CLUSTER ADDSLOTS " + slots)).isEqualTo("+OK");
  }

  /** Sends a command and answers with the first line of the reply, or all of a bulk reply. */
  static String ask(int port, String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String[] words = command.split(" ");
      StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
      for (String word : words) {
        request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
      }
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      String line = in.readLine();
      if (!line.startsWith("$")) {
        return line;
      }
      char[] bulk = new char[Integer.parseInt(line.substring(1))];
      int read = 0;
      while (read < bulk.length) {
        read += in.read(bulk, read, bulk.length - read);
      }
      return new String(bulk);
    }
  }

  private static int freePort() throws IOException {
    // A node's bus listens at its port + 10,000, so that must be a valid port too.
    while (true) {
      try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (probe.getLocalPort() <= 55_535) {
          return probe.getLocalPort();
        }
      }
    }
  }
}
