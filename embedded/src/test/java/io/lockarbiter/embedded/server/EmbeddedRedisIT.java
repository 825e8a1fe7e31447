package io.lockarbiter.embedded.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddedRedisIT {
  @ParameterizedTest
  @EnumSource(names = {"ANY", "BUNDLED"})
  void value_isReadBack(RedisBinary binary) throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(RedisOptions.DEFAULT.withBinary(binary))) {
      assertThat(ask(redis, "SET colour blue")).isEqualTo("+OK");
      assertThat(ask(redis, "GET colour")).isEqualTo("$4 blue");
      assertThat(ask(redis, "CONFIG GET maxmemory-policy")).endsWith("noeviction");
    }
  }

  @Test
  @Needs(OptionalTool.REDIS_SERVER)
  void valueOnTheServerOfTheSystem_isReadBack() throws IOException {
    value_isReadBack(RedisBinary.PATH);
  }

  @Test
  void restart_keepsWhatTheAppendOnlyFileHolds() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(RedisOptions.DEFAULT.withAppendOnly())) {
      String address = redis.address();
      ask(redis, "SET colour blue");

      redis.restart();

      assertThat(redis.address()).isEqualTo(address);
      assertThat(ask(redis, "GET colour")).isEqualTo("$4 blue");
    }
  }

  @Test
  void killWithoutAppendOnlyFile_losesEverything() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start()) {
      ask(redis, "SET colour blue");

      redis.kill();
      assertThat(redis.isAlive()).isFalse();
      redis.restart();

      assertThat(ask(redis, "GET colour")).isEqualTo("$-1");
    }
  }

  @Test
  void givenDataDirectory_outlivesTheServer(@TempDir Path directory) throws IOException {
    RedisOptions options =
        RedisOptions.DEFAULT.withDataDirectory(directory.resolve("a b")).withAppendOnly();
    try (EmbeddedRedis first = EmbeddedRedis.start(options)) {
      ask(first, "SET colour blue");
    }

    try (EmbeddedRedis second = EmbeddedRedis.start(options)) {
      assertThat(ask(second, "GET colour")).isEqualTo("$4 blue");
    }
  }

  @Test
  void takenPort_isNamedWithTheFix() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST))) {
      RedisOptions options = RedisOptions.DEFAULT.withPort(other.getLocalPort());

      assertThatThrownBy(() -> EmbeddedRedis.start(options))
          .isInstanceOf(EmbeddedStartException.class)
          .hasMessage(
              "the embedded Redis cannot listen on port=%d: another process does. Fix: stop it, or choose another port (0 = a free one)",
              other.getLocalPort());
    }
  }

  @Test
  void unknownArgument_isReportedWithTheLastWords() {
    RedisOptions options = RedisOptions.DEFAULT.withArguments("--no-such-thing", "1");

    assertThatThrownBy(() -> EmbeddedRedis.start(options))
        .isInstanceOf(EmbeddedStartException.class)
        .hasMessageContaining("redis-server ended with code 1")
        .hasMessageContaining("no-such-thing");
  }

  @Test
  void killedParent_takesTheServerAlongAndItsDirectory(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path marker = directory.resolve("port");
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                RedisParent.class.getName(),
                marker.toString())
            .inheritIO()
            .start();
    await().until(() -> Files.exists(marker) || !parent.isAlive());
    int port = Integer.parseInt(Files.readString(marker));
    assertThat(Ports.isFree(port)).isFalse();

    parent.destroyForcibly().waitFor();

    await().until(() -> Ports.isFree(port));
    await()
        .untilAsserted(
            () -> {
              try (var left = Files.list(directory)) {
                assertThat(left).containsExactly(marker);
              }
            });
  }

  /** Starts a server and waits for its end by force. */
  static final class RedisParent {
    private RedisParent() {}

    public static void main(String[] arguments) throws Exception {
      EmbeddedRedis redis = EmbeddedRedis.start();
      Path marker = Path.of(arguments[0]);
      Path draft = marker.resolveSibling("draft");
      Files.writeString(draft, Integer.toString(redis.port()));
      Files.move(draft, marker);
      Thread.currentThread().join();
    }
  }

  private static String ask(EmbeddedRedis redis, String command) throws IOException {
    try (Socket socket = new Socket(Ports.HOST, redis.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = answer.lines().toList();
      return String.join(" ", lines.subList(0, lines.size() - 1));
    }
  }
}
