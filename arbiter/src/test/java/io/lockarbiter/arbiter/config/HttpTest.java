package io.lockarbiter.arbiter.config;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.view.PartitionHealthIndicator;
import io.lockarbiter.arbiter.view.ShownPartitions;
import io.lockarbiter.arbiter.view.ThreadHealthIndicator;
import io.lockarbiter.arbiter.watch.Stalls;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The HTTP server with the view, started with the product's settings. */
@ExtendWith(OutputCaptureExtension.class)
class HttpTest {
  private static final AtomicLong DEAD = new AtomicLong();

  private static ConfigurableApplicationContext context;
  private static ConfigurableApplicationContext withManagementPort;

  @BeforeAll
  static void start() {
    context =
        new SpringApplicationBuilder(View.class)
            .web(WebApplicationType.SERVLET)
            .run(
                "--server.port=0",
                "--lockarbiter.deployment=blue",
                "--lockarbiter.topics.prefix=eu.",
                "--lockarbiter.http.allowed-hosts=arbiter,locks.example.com");
  }

  /** Starts another server for the actuators, on a port of its own. */
  @BeforeAll
  static void startWithManagementPort() {
    withManagementPort =
        new SpringApplicationBuilder(View.class)
            .web(WebApplicationType.SERVLET)
            .run("--server.port=0", "--management.server.port=0");
  }

  @AfterAll
  static void stop() {
    context.close();
    withManagementPort.close();
  }

  @Test
  void deployment_isTheConfiguredOne() throws IOException {
    assertThat(get("/api/deployment", "localhost"))
        .startsWith("HTTP/1.1 200")
        .endsWith("{\"deployment\":\"blue\",\"topicPrefix\":\"eu.\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost:80", "[::1]", "arbiter:8080", "10.9.8.7"})
  void ownName_isAnswered(String host) throws IOException {
    assertThat(get("/api/accounts/acme/locks", host)).startsWith("HTTP/1.1 200");
    assertThat(get("/actuator/health/liveness", host)).startsWith("HTTP/1.1 200");
  }

  /**
   * An orchestrator restarts a process that is not alive; a halted partition is no reason for that.
   */
  @Test
  void deadThread_takesLivenessDown() throws IOException {
    DEAD.set(1);
    try {
      assertThat(get("/actuator/health/liveness", "localhost")).startsWith("HTTP/1.1 503");
    } finally {
      DEAD.set(0);
    }
    assertThat(get("/actuator/health/liveness", "localhost")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/accounts/acme/locks", "/actuator/prometheus", "/nothing/here"})
  void otherName_isRefusedWithTheRemedy(String path) throws IOException {
    assertThat(get(path, "evil.example"))
        .startsWith("HTTP/1.1 421")
        .contains("Content-Type: application/problem+json")
        .contains("Fix: ask by address, or add the name to lockarbiter.http.allowed-hosts")
        .doesNotContain("acme");
  }

  @Test
  void otherNameForwardedByAProxy_doesNotCount() throws IOException {
    assertThat(
            send(
                "GET /api/accounts/acme/locks HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost"))
        .startsWith("HTTP/1.1 421");
  }

  @Test
  void requestWithoutHost_isAnswered() throws IOException {
    assertThat(send("GET /api/accounts/acme/locks HTTP/1.0")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /api/accounts/acme/locks",
        "POST /api/partitions",
        "DELETE /actuator/health",
        "GET /../../etc/passwd",
        "GET /a/../../b",
        "GET /%2e%2e/%2e%2e/etc/passwd",
        "GET /x/..;/..;/etc/passwd",
        "GET /nothing/here",
        "GET /nothing/../here",
        "GET /api/accounts/acme/locks?limit=x",
        "GET /api/accounts/acme/explain",
        "GET /api/accounts/acme/locks?under=%zz",
        "GET /api/accounts/acme/locks?under=%ff",
        "POST /api/partitions?under=%zz"
      })
  void whatIsNotOffered_isRefusedWithoutALineInTheLog(String request, CapturedOutput output)
      throws IOException {
    String answer = send(request + " HTTP/1.1\r\nHost: localhost");

    assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("Exception", "\tat ");
    assertThat(output).doesNotContain("WARN", "ERROR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /api/accounts/acme/locks",
        "GET /nothing/here",
        "GET /api/accounts/acme/locks?limit=x",
        "GET /api/accounts/acme/locks?under=%zz"
      })
  void whatIsNotOffered_isRefusedAsAProblem(String request) throws IOException {
    assertThat(send(request + " HTTP/1.1\r\nHost: localhost"))
        .contains("Content-Type: application/problem+json", "\"status\":4", "\"detail\":");
  }

  @Test
  void malformedUpload_isRefusedWithoutALineInTheLog(CapturedOutput output) throws IOException {
    String answer =
        send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data");

    assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("Exception", "\tat ");
    assertThat(output).doesNotContain("WARN", "ERROR");
  }

  @Test
  void managementPort_answersToItsOwnNamesOnly() throws IOException {
    int port = port(withManagementPort, "local.management.port");
    assertThat(port).isNotEqualTo(port(withManagementPort, "local.server.port"));

    assertThat(send(port, "GET /actuator/health HTTP/1.1\r\nHost: localhost"))
        .startsWith("HTTP/1.1 200");
    assertThat(send(port, "GET /actuator/health HTTP/1.1\r\nHost: evil.example"))
        .startsWith("HTTP/1.1 421");
    int view = port(withManagementPort, "local.server.port");
    assertThat(send(view, "GET /api/partitions HTTP/1.1\r\nHost: evil.example"))
        .startsWith("HTTP/1.1 421");
  }

  private static String get(String path, String host) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: " + host);
  }

  /** Sends a request unchanged, even one that no client would send. */
  private static String send(String request) throws IOException {
    return send(port(context, "local.server.port"), request);
  }

  private static int port(ConfigurableApplicationContext of, String property) {
    return Integer.parseInt(of.getEnvironment().getProperty(property, "0"));
  }

  private static String send(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableConfigurationProperties(ArbiterProperties.class)
  @Import(HttpConfiguration.class)
  @ComponentScan("io.lockarbiter.arbiter.view")
  static class View {
    @Bean
    LockStore store() {
      ReferenceLockStore store = new ReferenceLockStore();
      IntStream.range(0, Setting.PARTITIONS.byDefault())
          .forEach(partition -> store.decide(partition, FeedPosition.START, List.of()));
      return store;
    }

    @Bean
    PartitionStatuses statuses() {
      return new PartitionStatuses();
    }

    @Bean
    ThreadHealthIndicator lockarbiterThreadsHealthIndicator() {
      return new ThreadHealthIndicator(DEAD::get);
    }

    @Bean
    ShownPartitions shownPartitions(PartitionStatuses statuses) {
      TransactionWatch commands =
          new TransactionWatch(
              statuses,
              partitions -> Map.of(),
              TransactionWatch.WatchedTopic.commands("lock.commands"),
              "kafka:9092");
      return new ShownPartitions(
          statuses, new Stalls(commands), commands, Setting.PARTITIONS.byDefault());
    }

    @Bean
    PartitionHealthIndicator lockarbiterHealthIndicator(ShownPartitions partitions) {
      return new PartitionHealthIndicator(partitions, () -> 0);
    }

    @Bean
    Settings settings() {
      return Settings.DEFAULT;
    }
  }
}
