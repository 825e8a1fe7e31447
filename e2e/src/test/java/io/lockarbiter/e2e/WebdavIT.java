package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.webdav.Litmus;
import io.lockarbiter.webdav.RequestSwitch;
import io.lockarbiter.webdav.WebdavServer;
import io.lockarbiter.webdav.WopiCases;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers of WebDAV and WOPI in processes of their own, on real Kafka and Redis, of which one is
 * killed.
 */
@Cluster
class WebdavIT {
  @TempDir private Path temporary;

  private Deployment deployment;
  private Path folder;
  private Path users;
  private Path key;
  private JavaProcess first;
  private JavaProcess second;
  private int firstPort;
  private int secondPort;

  @BeforeEach
  void start(Deployment started) throws Exception {
    deployment = started;
    deployment.arbiter().awaitHealthy();
    folder = Files.createDirectory(temporary.resolve("drive"));
    users = temporary.resolve("users.xml");
    Files.writeString(
        users, "<tomcat-users><user username=\"ann\" password=\"a\" roles=\"\"/></tomcat-users>");
    key = temporary.resolve("wopi.key");
    Files.write(key, WopiCases.KEY);
    first = server();
    second = server();
    firstPort = Integer.parseInt(first.await("listening on port (\\d+)"));
    secondPort = Integer.parseInt(second.await("listening on port (\\d+)"));
  }

  private JavaProcess server() {
    ProcessBuilder program =
        JavaProcess.builder(
            ArbiterProcess.classPath(),
            WebdavServer.class.getName(),
            List.of(deployment.brokers(), "0", folder.toString(), "acme", users.toString()));
    program.command().add(1, "-Dlockarbiter.topics.prefix=" + deployment.prefix());
    program.command().add(1, "-Dlockarbiter.wopi.key=" + key);
    return JavaProcess.start(program);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  @Needs(OptionalTool.LITMUS)
  void litmus_passesThroughTwoServersInTurn_ofWhichOneIsKilled() throws Exception {
    AtomicInteger locks = new AtomicInteger();
    try (RequestSwitch door =
        new RequestSwitch(
            (number, method) -> {
              if (method.equals("LOCK") && locks.incrementAndGet() == Litmus.MIDDLE_LOCK) {
                first.kill();
                first.awaitExit();
              }
              boolean isAlive = locks.get() < Litmus.MIDDLE_LOCK;
              return isAlive && number % 2 == 0 ? firstPort : secondPort;
            })) {
      Litmus.passes(door.port(), temporary);
      assertThat(locks.get()).isGreaterThan(Litmus.MIDDLE_LOCK);
    }
  }

  @Test
  void serverThatIsKilledAmidAnUpload_leavesTheOldFileAndItsLocks() throws Exception {
    assertThat(ask(firstPort, "PUT", "/plan.txt", "old").statusCode()).isEqualTo(201);
    assertThat(ask(firstPort, "PUT", "/other.txt", "old").statusCode()).isEqualTo(201);
    String token =
        ask(firstPort, "LOCK", "/other.txt", WebdavClient.EXCLUSIVE)
            .headers()
            .firstValue("Lock-Token")
            .orElseThrow();
    try (Socket line = new Socket(InetAddress.getLoopbackAddress(), firstPort)) {
      line.getOutputStream()
          .write(
              ("PUT /plan.txt HTTP/1.1\r\nHost: x\r\nAuthorization: "
                      + login()
                      + "\r\nContent-Length: 1000000\r\n\r\nhalf")
                  .getBytes(StandardCharsets.US_ASCII));
      line.getOutputStream().flush();
      await().until(() -> ask(secondPort, "PUT", "/plan.txt", "meanwhile").statusCode() == 423);
      first.kill();
    }
    assertThat(Files.readString(folder.resolve("plan.txt"))).isIn("old", "meanwhile");
    await()
        .atMost(Duration.ofSeconds(45))
        .until(() -> ask(secondPort, "PUT", "/plan.txt", "new").statusCode() == 204);

    assertThat(Files.readString(folder.resolve("plan.txt"))).isEqualTo("new");
    assertThat(ask(secondPort, "PUT", "/other.txt", "x").statusCode()).isEqualTo(423);
    assertThat(ask(secondPort, "PUT", "/other.txt", "new", "If", "(" + token + ")").statusCode())
        .isEqualTo(204);
    assertThat(ask(secondPort, "UNLOCK", "/other.txt", "", "Lock-Token", token).statusCode())
        .isEqualTo(204);
  }

  @Test
  void uploadOfAnotherProgram_andALockExcludeEachOther() throws Exception {
    assertThat(ask(firstPort, "PUT", "/plan.txt", "old").statusCode()).isEqualTo(201);
    LockRequest upload = LockRequest.upload("acme", "ann", "/plan.txt");
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      try (Lease lease = client.acquire(upload)) {
        assertThat(lease.isValid()).isTrue();
        assertThat(ask(secondPort, "LOCK", "/plan.txt", WebdavClient.EXCLUSIVE).statusCode())
            .isEqualTo(423);
      }
      assertThat(ask(secondPort, "LOCK", "/plan.txt", WebdavClient.EXCLUSIVE).statusCode())
          .isEqualTo(200);
      assertThat(client.tryAcquire(upload, Duration.ZERO)).isEmpty();
    }
    assertThat(ask(firstPort, "PROPFIND", "/plan.txt", "", "Depth", "0").body())
        .contains("<D:activelock>", "Second-3");
  }

  @Test
  void casesOfWopi_passThroughTwoServersInTurn() throws Exception {
    WopiCases cases = new WopiCases(List.of(firstPort, secondPort), folder);
    for (WopiCases.Case each : WopiCases.all()) {
      cases.run(each);
    }
  }

  @Test
  void lockOfAnOfficeServerThatIsKilledBeforeItAnswers_isFoundByTheSameRequest() throws Exception {
    Files.writeString(folder.resolve("plan.docx"), "first");
    try (Socket line = new Socket(InetAddress.getLoopbackAddress(), firstPort)) {
      line.getOutputStream()
          .write(
              ("POST %s HTTP/1.1\r\nHost: x\r\nX-WOPI-Override: LOCK\r\nX-WOPI-Lock: A\r\nContent-Length: 0\r\n\r\n"
                      .formatted(WopiCases.address("ann", "/plan.docx", false)))
                  .getBytes(StandardCharsets.US_ASCII));
      line.getOutputStream().flush();
      // Nobody reads the answer, if there was one.
      await().until(() -> office("GET_LOCK", "").equals("200 A"));
      first.kill();
    }
    first.awaitExit();

    assertThat(office("LOCK", "B")).isEqualTo("409 A");
    assertThat(office("LOCK", "A")).startsWith("200");
    assertThat(ask(secondPort, "PUT", "/plan.docx", "dav").statusCode()).isEqualTo(423);
    assertThat(office("PUT", "A")).startsWith("200");
    assertThat(Files.readString(folder.resolve("plan.docx"))).isEqualTo("saved under A");
    assertThat(office("UNLOCK", "A")).startsWith("200");
    assertThat(office("GET_LOCK", "")).isEqualTo("200 ");
  }

  /** Status and lock id that the second server answers. */
  private String office(String override, String lock) throws Exception {
    String path = WopiCases.address("ann", "/plan.docx", override.equals("PUT"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + secondPort + path))
            .header("X-WOPI-Override", override)
            .POST(BodyPublishers.ofString("saved under " + lock));
    if (!lock.isEmpty()) {
      request.header("X-WOPI-Lock", lock);
    }
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.headers().firstValue("X-WOPI-Lock").orElse("");
  }

  private static String login() {
    return "Basic "
        + Base64.getEncoder().encodeToString("ann:a".getBytes(StandardCharsets.US_ASCII));
  }

  private static HttpResponse<String> ask(
      int port, String method, String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", login())
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
