package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.lock.Operation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The stream over HTTP: from a state on, without a gap, or with a reset. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=console",
      "lockarbiter.console.streams-per-reader=2",
      "lockarbiter.console.ring-events=20"
    })
@ActiveProfiles("without-services")
@Timeout(value = 600, threadMode = ThreadMode.SEPARATE_THREAD)
@DirtiesContext
class EventsTest {
  private static int accounts;

  @Autowired private ModelArbiter arbiter;
  @Autowired private EventHub hub;
  @Autowired private Environment environment;

  private final String account = "acme-" + ++accounts;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** One message of the stream. */
  private record Message(String name, @Nullable String id, String data) {}

  /** Reads messages one after the other. */
  private static final class Stream implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;

    Stream(InputStream in) {
      this.in = in;
      this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    Message next() throws IOException {
      String name = "";
      String id = null;
      String data = null;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && data != null) {
          return new Message(name, id, data);
        }
      }
      return new Message("end", null, "");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private HttpResponse<InputStream> get(String path, @Nullable String lastEventId)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + path));
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Waits until the streams of the test before have ended. */
  @BeforeEach
  void begin() {
    hub.restart(0);
  }

  private Stream stream(String path, @Nullable String lastEventId) throws Exception {
    HttpResponse<InputStream> response =
        await().until(() -> get(path, lastEventId), answer -> answer.statusCode() != 429);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    return new Stream(response.body());
  }

  private void upload(String account, String id) {
    arbiter.acquire(account, id, "u1", Operation.UPLOAD, "/d/" + id);
  }

  /**
   * Each event is parsed as JSON, which takes a multiple of its size: an answer is also bounded in
   * bytes.
   */
  @Test
  void latestEventsThatAreLarge_areToldUpToTwoMebibytes() throws Exception {
    upload(account, "a");
    long seq = arbiter.seq();
    byte[] json = ("{\"text\":\"" + "x".repeat(300_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    for (int n = 1; n <= 10; n++) {
      hub.publish(new StreamedEvent(0, seq + n, seq + n, seq + n, account, "granted", "a", json));
    }

    byte[] recent = get("/api/recent?limit=10&account=" + account, null).body().readAllBytes();

    assertThat(recent).hasSizeBetween(6 * 300_000, 2 << 20);
    hub.restart(0);
  }

  /** In a URL a letter outside ASCII takes three bytes for each of its own. */
  @Test
  void longestPathOfHebrew_isNoTooLongRequest() throws Exception {
    String path = ("%2F" + "%D7%90".repeat(100)).repeat(20);
    upload(account, "a");

    HttpResponse<InputStream> answer =
        get("/api/locks?account=%s&path=%s".formatted(account, path), null);

    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void stateThenStream_hasNoGap() throws Exception {
    upload(account, "a");
    long seq = arbiter.seq();
    String state =
        new String(
            get("/api/locks?account=" + account, null).body().readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(state).contains("\"seq\":" + seq, "\"lockId\":\"a\"");
    upload(account, "b");
    upload("other", "x");
    try (Stream stream = stream("/api/events?account=" + account + "&after=0:" + seq, null)) {
      upload(account, "c");
      List<Message> messages = new ArrayList<>();
      while (messages.size() < 2) {
        Message next = stream.next();
        if (!next.name().equals("position")) {
          messages.add(next);
        }
      }
      assertThat(messages).extracting(Message::name).containsOnly("event");
      assertThat(messages.get(0).data()).contains("\"lockId\":\"b\"");
      assertThat(messages.get(1).data()).contains("\"lockId\":\"c\"");
      assertThat(messages.get(1).id()).isEqualTo("0:" + (seq + 3));
    }
  }

  @Test
  void readerThatComesBack_goesOnWhereItWas() throws Exception {
    upload(account, "a");
    long seq = arbiter.seq();
    upload(account, "b");
    try (Stream stream = stream("/api/events?account=" + account + "&after=0:0", "0:" + seq)) {
      assertThat(stream.next().data()).contains("\"lockId\":\"b\"");
    }
  }

  @Test
  void readerThatComesTooLate_isTold() throws Exception {
    for (int n = 0; n < 30; n++) {
      upload(account, "l" + n);
    }
    String early = "0:" + (arbiter.seq() - 27);
    try (Stream stream = stream("/api/events?account=" + account, early)) {
      assertThat(stream.next().name()).isEqualTo("reset");
      assertThat(stream.next().name()).isEqualTo("end");
    }
  }

  /**
   * A vanished reader cannot be told from one who gets no events, so the oldest stream gives way.
   */
  @Test
  void readerWithMoreStreamsThanAllowed_losesTheOldest() throws Exception {
    try (Stream first = stream("/api/events", null);
        Stream second = stream("/api/events", null)) {
      assertThat(first.next().name()).isEqualTo("position");
      assertThat(second.next().name()).isEqualTo("position");
      try (Stream third = stream("/api/events", null)) {
        assertThat(third.next().name()).isEqualTo("position");
        assertThat(await().until(first::next, last -> !last.name().equals("position")).name())
            .isEqualTo("displaced");
        assertThat(first.next().name()).isEqualTo("end");
        upload(account, "a");
        for (Stream followed : List.of(second, third)) {
          assertThat(await().until(followed::next, next -> !next.name().equals("position")).data())
              .contains("\"lockId\":\"a\"");
        }
      }
    }
  }

  @Test
  void beginningStream_saysFromWhereOn() throws Exception {
    upload(account, "a");
    try (Stream stream = stream("/api/events?account=" + account, null)) {
      Message first = stream.next();
      assertThat(first.name()).isEqualTo("position");
      assertThat(first.id()).isEqualTo("0:" + arbiter.seq());
    }
  }

  @Test
  void stream_saysWhatTimeItIsAndNotWhenSomethingHappenedLast() throws Exception {
    long seq = arbiter.seq();
    upload(account, "a");
    arbiter.pass(Duration.ofSeconds(80));
    try (Stream stream = stream("/api/events?account=" + account + "&after=0:" + seq, null)) {
      assertThat(stream.next().data()).contains("\"lockId\":\"a\"");
      Message position = stream.next();
      assertThat(position.name()).isEqualTo("position");
      assertThat(position.data()).isEqualTo("{\"now\":" + arbiter.at() + "}");
    }
  }

  @Test
  void severalAccounts_areFollowedByOneStream() throws Exception {
    String path = "/api/events?account=%s&account=a,b&after=0:%d".formatted(account, arbiter.seq());
    try (Stream stream = stream(path, null)) {
      upload("other", "x");
      upload("a,b", "with-comma");
      upload(account, "a");
      Message first = stream.next();
      if (first.name().equals("position")) {
        first = stream.next();
      }
      assertThat(first.data()).contains("\"lockId\":\"with-comma\"");
      assertThat(stream.next().data()).contains("\"lockId\":\"a\"");
    }
    assertThat(get("/api/events?" + "account=a&".repeat(65), null).statusCode()).isEqualTo(400);
  }

  @Test
  void folderWithComma_isOneLevel() throws Exception {
    arbiter.acquire(account, "a", "u1", Operation.UPLOAD, "/d,e/f");
    assertThat(
            new String(
                get("/api/tree?path=/d,e&account=" + account, null).body().readAllBytes(),
                StandardCharsets.UTF_8))
        .contains("\"path\":\"/d,e\"", "\"name\":\"f\"");
  }

  @Test
  void positionThatIsNone_isRefused() throws Exception {
    assertThat(get("/api/events?after=x", null).statusCode()).isEqualTo(400);
    assertThat(get("/api/events?after=0:1%0Aevent:x", null).statusCode()).isEqualTo(400);
  }
}
