package io.lockarbiter.e2e.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the examples against Kafka, Redis and an arbiter. */
@EveryFifthDay
class ExamplesIT {
  private static final int MOST_LINES = 64;

  private static EmbeddedInfrastructure infrastructure;
  private static EmbeddedArbiter arbiter;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    infrastructure = EmbeddedInfrastructure.start();
    arbiter = EmbeddedArbiter.start(infrastructure);
    arbiter.awaitRunning(Patience.LIMIT);
  }

  @AfterAll
  static void stop() {
    arbiter.close();
    infrastructure.close();
  }

  static Stream<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "examples"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("main")) // not their tests
          .filter(file -> !file.endsWith("package-info.java"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  void example_fitsOnAPage(Path source) throws IOException {
    assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(MOST_LINES);
  }

  @Test
  void gateway_refusesADeletionWhileSomebodyUploads() throws Exception {
    String brokers = infrastructure.bootstrapServers();
    try (JavaProcess gateway =
        ExampleProcess.start("plain", "Gateway", brokers, "0", folder.toString())) {
      String port = gateway.await("listening on port (\\d+)");

      HttpResponse<String> upload = call(port, "PUT", "ann", "/docs/plan.txt", "hello");
      assertThat(upload.body()).startsWith("done under token ");
      assertThat(upload.statusCode()).isEqualTo(200);
      assertThat(folder.resolve("docs/plan.txt")).hasContent("hello");

      try (SlowUpload slow = SlowUpload.start(Integer.parseInt(port), "/docs/slow.txt")) {
        slow.send("first half, ");
        await().until(() -> Files.exists(folder.resolve("docs/slow.txt")));
        assertThat(call(port, "GET", "bob", "/docs/slow.txt", "").statusCode()).isEqualTo(405);
        assertThat(call(port, "PUT", "bob", "/docs/../x", "").statusCode()).isEqualTo(400);
        HttpResponse<String> refused = call(port, "DELETE", "ann", "/docs", "");
        assertThat(refused.statusCode()).isEqualTo(423);
        assertThat(refused.body())
            .startsWith("WAIT_TIMEOUT account=acme")
            .contains("held UPLOAD /docs/slow.txt of bob");
        HttpResponse<String> otherTab = call(port, "DELETE", "bob", "/docs/slow.txt", "");
        assertThat(otherTab.statusCode()).isEqualTo(423);
        assertThat(otherTab.body()).contains("bob is in its own way");
        slow.send("second half");
        assertThat(slow.finish()).contains("done under token ");
      }

      assertThat(folder.resolve("docs/slow.txt")).hasContent("first half, second half");
      assertThat(call(port, "DELETE", "ann", "/docs/plan.txt", "").statusCode()).isEqualTo(200);
      assertThat(folder.resolve("docs/plan.txt")).doesNotExist();
    }
  }

  /** The server would read from the line that broke as long as that stands. */
  @Test
  void fileThatIsSentAgain_takesThePlaceOfTheUploadWhoseLineBroke() throws Exception {
    String brokers = infrastructure.bootstrapServers();
    try (JavaProcess gateway =
        ExampleProcess.start("plain", "Gateway", brokers, "0", folder.toString())) {
      String port = gateway.await("listening on port (\\d+)");
      Path file = folder.resolve("again/plan.txt");
      try (SlowUpload broken = SlowUpload.start(Integer.parseInt(port), "/again/plan.txt")) {
        broken.send("first half, ");
        await().until(() -> Files.exists(file));
        long began = System.nanoTime();
        HttpResponse<String> again = call(port, "PUT", "bob", "/again/plan.txt", "the whole");
        report("a file that is sent again", began);
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);

        broken.send("second half");
        assertThat(broken.finish()).contains("423", "late: ").doesNotContain("done under token");
      }
      assertThat(file).hasContent("the whole");
    }
  }

  private static void report(String what, long began) {
    System.out.printf("%s: granted after %d ms%n", what, (System.nanoTime() - began) / 1_000_000);
  }

  /** A half-open line: the first server waits for bytes that do not come. */
  @Test
  void uploadWhoseLineBroke_isResumedAtTheOtherServerAndTheLateLineIsRefused() throws Exception {
    try (JavaProcess first = tusServer("0");
        JavaProcess second = tusServer("00")) {
      String port = first.await("listening on port (\\d+)");
      String otherPort = second.await("listening on port (\\d+)");
      HttpResponse<String> created = tus(port, "POST", "/files", "", "Upload-Length", "11");
      String upload = created.headers().firstValue("Location").orElseThrow();
      try (SlowUpload broken = SlowUpload.patch(Integer.parseInt(port), upload, 0)) {
        broken.send("hello ");
        await().until(() -> stored().equals("hell"));

        long began = System.nanoTime();
        HttpResponse<String> head = tus(otherPort, "HEAD", upload, "");
        report("an upload whose line broke", began);
        assertThat(head.statusCode()).isEqualTo(204);
        assertThat(head.headers().firstValue("Upload-Offset")).hasValue("4");
        HttpResponse<String> rest =
            tus(otherPort, "PATCH", upload, "o world", "Upload-Offset", "4");
        assertThat(rest.statusCode()).isEqualTo(204);

        broken.send("there");
        assertThat(broken.finish()).startsWith("HTTP/1.1 503");
      }
      assertThat(stored()).isEqualTo("hello world");
    }
  }

  /** A server over the test's folder that writes in pieces of four bytes. */
  private JavaProcess tusServer(String anyPort) {
    return ExampleProcess.start(
        "tus",
        "TusServer",
        infrastructure.bootstrapServers(),
        anyPort,
        folder.toString(),
        "30",
        "20",
        "4");
  }

  private String stored() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Path data = files.filter(file -> file.endsWith("data")).findFirst().orElseThrow();
      return Files.readString(data);
    }
  }

  private static HttpResponse<String> tus(
      String port, String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("User", "bob")
            .header("Tus-Resumable", "1.0.0")
            .header("Content-Type", "application/offset+octet-stream")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  /** The lease bears that a busy machine stands still for some seconds. */
  @Test
  void lateWriter_renewsIsToldOfTheForcedReleaseAndIsStopped() throws Exception {
    try (JavaProcess writer =
        ExampleProcess.start("plain", "LateWriter", infrastructure.bootstrapServers(), "10")) {
      assertThat(writer.awaitExit()).as(writer.output()).isZero();

      String token = writer.await("granted with token (\\d+)");
      assertThat(writer.output().lines().filter(line -> !line.contains("SLF4J")))
          .satisfiesExactly(
              line -> assertThat(line).isEqualTo("granted with token " + token),
              line -> assertThat(line).isEqualTo("token " + token + " wrote"),
              line -> assertThat(line).isEqualTo("after two leases: valid=true"),
              line ->
                  assertThat(line)
                      .isEqualTo("lost: the lock was released by force by operator: device lost"),
              line -> assertThat(line).matches("token \\d+ wrote"),
              line ->
                  assertThat(line)
                      .startsWith("stopped: PUT of path=/docs/plan.pdf")
                      .contains("token=" + token + " refused"));
    }
  }

  @Test
  void uploadWorkerThatIsKilled_isResumedByAnother() throws Exception {
    String brokers = infrastructure.bootstrapServers();
    Path incoming = Files.createDirectories(folder.resolve("incoming")).resolve("u-77");
    Files.writeString(incoming, "first half, ");
    String lockId;
    try (LockClient gateway = KafkaLockClient.open(LockClientOptions.of(brokers))) {
      LockRequest upload = LockRequest.upload("acme", "carl", "/videos/party.mov");
      lockId =
          gateway
              .submit("uploads", upload.attribute("upload", "u-77").attribute("bytes", "23"))
              .submitted()
              .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    Path stored = folder.resolve("files/videos/party.mov");
    try (JavaProcess killed =
        ExampleProcess.start("plain", "UploadWorker", brokers, folder.toString())) {
      killed.await(Pattern.quote(stored + " goes on at byte 0"));
      Path part = folder.resolve(lockId + ".part");
      await().until(() -> Files.size(part) == 12);
    }

    Files.writeString(incoming, "second half", StandardOpenOption.APPEND);
    try (JavaProcess other =
        ExampleProcess.start("plain", "UploadWorker", brokers, folder.toString())) {
      other.await(Pattern.quote(stored + " goes on at byte 12"));
      await().until(() -> Files.exists(stored));
    }
    assertThat(stored).hasContent("first half, second half");
  }

  /** Both objects have the same bytes at first, so only the ETag keeps the late writer out. */
  @Test
  void lateObjectWriter_isStoppedInBetweenAndAfterTheDeletion() throws Exception {
    try (JavaProcess store =
        JavaProcess.start(
            "target/s3mock/s3mock.jar",
            "org.springframework.boot.loader.launch.JarLauncher",
            List.of(
                "--http.port=0",
                "--server.port=0",
                "--com.adobe.testing.s3mock.store.initial-buckets=files"))) {
      String port = store.await("Tomcat started on ports .* (\\d+) \\(http\\)");
      String bucket = "http://127.0.0.1:" + port + "/files";
      try (JavaProcess writer =
          ExampleProcess.start(
              "plain", "ObjectWriter", infrastructure.bootstrapServers(), bucket)) {
        assertThat(writer.awaitExit()).as(writer.output()).isZero();
        assertThat(writer.output().lines().filter(line -> !line.contains("SLF4J")))
            .satisfiesExactly(
                line -> assertThat(line).matches("token \\d+ wrote"),
                line -> assertThat(line).matches("token \\d+ wrote"),
                line ->
                    assertThat(line)
                        .matches(".* was stopped: token \\d+ was there before: too late"),
                line -> assertThat(line).matches("token \\d+ deleted"),
                line ->
                    assertThat(line)
                        .matches(".* was stopped: token \\d+ was there before: too late"));
      }
    }
  }

  @Test
  void springBootApplication_writesWhatItWasAskedFor() throws Exception {
    try (JavaProcess application =
        ExampleProcess.start(
            "spring-boot",
            "UploadApplication",
            "--server.port=0",
            "--lockarbiter.client.kafka.bootstrap.servers=" + infrastructure.bootstrapServers())) {
      String port = application.await("Tomcat started on port (\\d+)");

      assertThat(call(port, "PUT", "ann", "/notes/docs/todo", "buy milk").statusCode())
          .isEqualTo(200);
      await()
          .until(() -> call(port, "GET", "ann", "/notes/docs/todo", "").body(), "buy milk"::equals);
    }
  }

  private static HttpResponse<String> call(
      String port, String method, String user, String path, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("User", user)
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
