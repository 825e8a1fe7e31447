package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.audit.file.RecordLine;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict that a nightly audit leaves for others, in files and in a Pushgateway. */
class VerdictFilesTest {
  @TempDir private Path folder;
  private Path history = Path.of("");

  @BeforeEach
  void record() throws IOException {
    List<String> lines = new ArrayList<>();
    HistoryRecorder recorder =
        new HistoryRecorder(
            0,
            record -> lines.add(new RecordLine("lock.commands", 0, record).text()),
            record -> lines.add(new RecordLine("lock.events", 0, record).text()));
    recorder.append(0, 1_000_000_000_000L, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
    recorder.append(1, 1_000_000_001_000L, upload());
    recorder.append(2, 1_000_000_040_000L, new Tick());
    history = Files.write(folder.resolve("history.jsonl"), lines);
  }

  private static Acquire upload() {
    LockPath path = LockPath.of("/docs/plan.pdf");
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "c1",
            new Owner("u1", "web-1"),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            30_000,
            0,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void cleanHistory_isToldToPrometheus() throws IOException {
    Path file = folder.resolve("lockarbiter.prom");
    assertThat(AuditRun.of("verify", history, "--metrics", file).code()).isZero();

    assertThat(Files.readString(file))
        .contains(
            "# TYPE lockarbiter_audit_verdict gauge\n",
            "lockarbiter_audit_verdict{topic=\"lock.commands\",verdict=\"clean\"} 1\n",
            "lockarbiter_audit_verdict{topic=\"lock.commands\",verdict=\"violation\"} 0\n",
            "lockarbiter_audit_partitions{topic=\"lock.commands\"} 1\n",
            "lockarbiter_audit_commands{topic=\"lock.commands\"} 3\n",
            "lockarbiter_audit_events{topic=\"lock.commands\"} 2\n",
            "lockarbiter_audit_violations{topic=\"lock.commands\"} 0\n");
    Matcher end =
        Pattern.compile("end_timestamp_seconds\\{.*} ([0-9.]+)\n").matcher(Files.readString(file));
    assertThat(end.find()).isTrue();
    assertThat(Double.parseDouble(end.group(1)))
        .isBetween(1_700_000_000.0, System.currentTimeMillis() / 1_000.0 + 1);
    assertThat(Files.readAllLines(file))
        .allMatch(line -> line.matches("# (HELP|TYPE) .*|[a-z_]+\\{[^}]*} -?[0-9.]+"));
  }

  @Test
  void violation_isToldInBothFiles_andReplacesWhatTheyHad() throws IOException {
    Path file = Files.writeString(folder.resolve("lockarbiter.prom"), "of yesterday");
    Path report = folder.resolve("report.txt");
    AuditRun run = AuditRun.of("verify", damaged(), "--metrics", file, "--report", report);

    assertThat(run.code()).isOne();
    assertThat(Files.readString(file))
        .contains("verdict=\"violation\"} 1\n", "verdict=\"clean\"} 0\n")
        .doesNotContain("yesterday", "violations{topic=\"lock.commands\"} 0");
    assertThat(Files.readString(report))
        .startsWith("audit of lock.commands, ended 20")
        .contains("expected token=1", "found    token=7")
        .endsWith(run.out());
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).noneMatch(path -> path.toString().endsWith(".next"));
    }
  }

  private Path damaged() throws IOException {
    return Files.writeString(
        folder.resolve("damaged"),
        Files.readString(history).replace("\\\"token\\\":1", "\\\"token\\\":7"));
  }

  @Test
  void missingFolder_isRefusedBeforeAnythingIsRead() {
    AuditRun run = AuditRun.of("verify", history, "--metrics", folder.resolve("none/x.prom"));

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("none/x.prom, expected a file in a folder that exists");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void historyThatCannotBeRead_leavesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("lockarbiter.prom"), "of yesterday");
    Path broken = Files.writeString(folder.resolve("broken"), "no record");

    assertThat(AuditRun.of("verify", broken, "--metrics", file).code()).isEqualTo(70);
    assertThat(Files.readString(file)).isEqualTo("of yesterday");
  }

  @Test
  void pushgateway_getsTheFiguresOfTheFile() throws IOException {
    Path file = folder.resolve("lockarbiter.prom");
    try (Taker taker = new Taker(200, "")) {
      AuditRun run = AuditRun.of("verify", history, "--metrics", file, "--push", taker.group());

      assertThat(run.err()).isEmpty();
      assertThat(run.code()).isZero();
      assertThat(taker.taken)
          .containsExactly("PUT /metrics/job/lockarbiter-audit " + Files.readString(file));
    }
  }

  @Test
  void pushgatewayThatRefuses_isTold_andTheVerdictIsPrinted() throws IOException {
    try (Taker taker = new Taker(400, "pushed metrics are invalid\n" + "x".repeat(100_000))) {
      AuditRun run = AuditRun.of("verify", history, "--push", taker.group());

      assertThat(run.code()).isEqualTo(70);
      assertThat(run.out()).contains("clean");
      assertThat(run.err())
          .contains("did not take the verdict", "HTTP 400 pushed metrics are invalid")
          .hasSizeLessThan(1_000);
    }
  }

  @Test
  void violation_isTheExitCode_alsoIfItsPushIsRefused() throws IOException {
    try (Taker taker = new Taker(400, "full\nclean: 7 answers judged")) {
      AuditRun run = AuditRun.of("verify", damaged(), "--push", taker.group());

      assertThat(run.code()).isOne();
      assertThat(run.err()).contains("HTTP 400 full. It has").doesNotContain("7 answers");
    }
  }

  /** The time-out of an HTTP client is over once the head of an answer is there. */
  @Test
  @Timeout(60)
  void pushgatewayThatStopsWithinItsRefusal_isNotWaitedFor() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> connection =
          CompletableFuture.supplyAsync(() -> beginRefusal(server), ThreadPerTask.EXECUTOR);
      AuditRun run =
          AuditRun.of(
              "verify",
              history,
              "--push",
              "http://127.0.0.1:%d/metrics/job/a".formatted(server.getLocalPort()));

      assertThat(run.code()).isEqualTo(70);
      assertThat(run.err()).contains("HTTP 400 without a reason");
      connection.join().close();
    }
  }

  private static Socket beginRefusal(ServerSocket server) {
    try {
      Socket connection = server.accept();
      connection
          .getOutputStream()
          .write("HTTP/1.1 400 Bad Request\r\nContent-Length: 9\r\n\r\n".getBytes(UTF_8));
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void pushgatewayThatIsAway_isTold() throws IOException {
    String group;
    try (Taker taker = new Taker(200, "")) {
      group = taker.group();
    }
    AuditRun run = AuditRun.of("verify", history, "--push", group);

    assertThat(run.code()).isEqualTo(70);
    assertThat(run.err()).contains(group, "did not take the verdict");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pushgateway:9091",
        "ftp://pushgateway/metrics/job/a",
        "http:///metrics/job/a",
        "http://pushgateway:9091",
        "http://pushgateway:9091/metrics/job/a/topic",
        "http://push gateway/metrics/job/a",
        "http://me:secret@pushgateway/metrics/job/a",
        "http://pushgateway:99999/metrics/job/a"
      })
  void addressThatIsNoGroup_isRefusedBeforeAnythingIsRead(String url) {
    AuditRun run = AuditRun.of("verify", history, "--push", url);

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("--push=" + url + ", expected a URL such as http://HOST:9091");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void momentsCountBackFromNow() {
    assertThat(AuditRun.of("verify", history, "--from", "36500d").code()).isZero();
    assertThat(AuditRun.of("verify", history, "--from", "25h").code()).isEqualTo(2);
    assertThat(AuditRun.of("verify", history, "--from", "25y").err())
        .contains("or how long ago, such as 25h or 90m");
    assertThat(AuditRun.of("verify", history, "--from", "99999999999999999999d").code())
        .isEqualTo(64);
  }

  /** A Pushgateway with one answer to everything. */
  private static final class Taker implements AutoCloseable {
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    Taker(int status, String answer) throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            taken.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            byte[] said = answer.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, said.length == 0 ? -1 : said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
          });
      server.start();
    }

    String group() {
      return "http://127.0.0.1:%d/metrics/job/lockarbiter-audit"
          .formatted(server.getAddress().getPort());
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
