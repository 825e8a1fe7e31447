package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.embedded.server.RedisWords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Redis answers errors for a second and a half under load: no request is refused, nothing is lost,
 * and service resumes by itself.
 */
@Cluster(alone = true)
class RedisErrorsIT {
  private static final long LONG_ENOUGH_MS = 1_500;

  /** Inline commands; each is answered in one line. */
  enum Trouble {
    NOSCRIPT(List.of("SCRIPT FLUSH"), List.of()),
    READONLY(List.of("REPLICAOF 127.0.0.1 1"), List.of("REPLICAOF NO ONE")),
    MASTERDOWN(
        List.of("CONFIG SET replica-serve-stale-data no", "REPLICAOF 127.0.0.1 1"),
        List.of("REPLICAOF NO ONE", "CONFIG SET replica-serve-stale-data yes")),
    OOM(List.of("CONFIG SET maxmemory 1"), List.of("CONFIG SET maxmemory 0")),
    MISCONF(
        List.of("CONFIG SET save \"3600 1000000\"", "CONFIG SET dir /proc", "BGSAVE"),
        List.of("CONFIG SET save \"\"")),
    NOAUTH(
        List.of("CONFIG SET requirepass secret", "CLIENT KILL TYPE normal"),
        List.of("CONFIG SET requirepass \"\"")),
    NOPERM(
        List.of("ACL SETUSER default -evalsha -eval"),
        List.of("ACL SETUSER default +evalsha +eval")),
    PAUSED(List.of("CLIENT PAUSE 1500"), List.of()),
    CONNECTIONS_GONE(List.of("CLIENT KILL TYPE normal", "CLIENT KILL TYPE normal"), List.of());

    private final List<String> begin;
    private final List<String> end;

    Trouble(List<String> begin, List<String> end) {
      this.begin = begin;
      this.end = end;
    }
  }

  @ParameterizedTest
  @MethodSource
  void error_refusesAndLosesNothing(Trouble trouble, Deployment deployment) throws Exception {
    meet(trouble, deployment);
  }

  static Stream<Trouble> error_refusesAndLosesNothing() {
    return Seeds.some(3, List.of(Trouble.values()));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  void eachError_refusesAndLosesNothing(Trouble trouble, Deployment deployment) throws Exception {
    meet(trouble, deployment);
  }

  private static void meet(Trouble trouble, Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    load.awaitMore();
    arbiter.awaitHealthy();
    int port = deployment.infrastructure().redis().port();
    String directory =
        RedisWords.answer(port, List.of("CONFIG", "GET", "dir")).lines().skip(1).findFirst().get();
    try (Admin redis = new Admin(port)) {
      trouble.begin.forEach(redis::say);
      Thread.sleep(LONG_ENOUGH_MS);
      trouble.end.forEach(redis::say);
      redis.say("CONFIG SET dir " + directory);
    }
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();

    assertThat(deployment.log().events()).noneMatch(event -> event.type() == EventType.REJECTED);
    assertThat(arbiter.halts()).isZero();
    if (!trouble.end.isEmpty()) {
      assertThat(arbiter.restarts()).as("it was noticed").isPositive();
    }
  }

  /**
   * Redis loads its data from disk again, as after a start, and answers with an error meanwhile.
   */
  @Test
  void loadingServer_refusesAndLosesNothing(Deployment deployment) throws Exception {
    int port = deployment.infrastructure().redis().port();
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    load.awaitMore();
    arbiter.awaitHealthy();
    try (Admin redis = new Admin(port)) {
      // While loading, Redis serves its clients once every two megabytes.
      redis.say("DEBUG POPULATE 20000 others 2000");
      redis.say("CONFIG SET rdbcompression no");
      redis.say("CONFIG SET key-load-delay 50");
      CompletableFuture<Boolean> wasLoading =
          CompletableFuture.supplyAsync(
              () -> RedisWords.answer(port, List.of("EXISTS", "a")).startsWith("-LOADING"),
              CompletableFuture.delayedExecutor(
                  LONG_ENOUGH_MS / 2, TimeUnit.MILLISECONDS, ThreadPerTask.EXECUTOR));
      redis.say("DEBUG RELOAD");
      assertThat(wasLoading).isCompletedWithValue(true);
    }
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();

    assertThat(deployment.log().events()).noneMatch(event -> event.type() == EventType.REJECTED);
    assertThat(arbiter.halts()).isZero();
  }

  /** A foreign script does not end until it is killed. */
  @ParameterizedTest
  @EnumSource(names = "NOSCRIPT")
  void busyScript_refusesAndLosesNothing(Trouble afterwards, Deployment deployment)
      throws Exception {
    int port = deployment.infrastructure().redis().port();
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    load.awaitMore();
    arbiter.awaitHealthy();
    try (Admin redis = new Admin(port);
        Socket stranger = new Socket("127.0.0.1", port)) {
      redis.say("CONFIG SET lua-time-limit 100");
      stranger.getOutputStream().write("EVAL \"while true do end\" 0\r\n".getBytes(US_ASCII));
      Thread.sleep(LONG_ENOUGH_MS);
      redis.say("SCRIPT KILL");
      redis.awaitPong();
      afterwards.begin.forEach(redis::say);
    }
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());

    assertThat(deployment.log().events()).noneMatch(event -> event.type() == EventType.REJECTED);
  }

  /** An open connection: during the trouble Redis may refuse new ones. */
  private static final class Admin implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    Admin(int port) throws IOException {
      socket = new Socket("127.0.0.1", port);
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }

    void say(String command) {
      try {
        socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
        assertThat(in.readLine()).as(command).matches("[+:].*");
      } catch (IOException e) {
        throw new IllegalStateException(command, e);
      }
    }

    /** Waits for PONG, because a killed script ends a moment later. */
    void awaitPong() throws IOException {
      do {
        socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
      } while (!in.readLine().equals("+PONG"));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
