package io.lockarbiter.e2e.compose;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Acquires a lock, finds it in the console as a viewer, who may not end it, and ends it as an
 * operator. Exits with code 0 only if the holder is notified and the log names operator and reason.
 * The users are vera and olga, by passwords {@code secret of NAME}. Arguments: the brokers, the
 * console's address.
 */
public final class ConsoleProbe {
  private static final Pattern TOKEN = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final URI console;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .build();

  private ConsoleProbe(String console) {
    this.console = URI.create(console);
  }

  /** Probes the deployment. */
  public static void main(String[] arguments) throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    try (LockClient client = KafkaLockClient.open(LockClientOptions.of(arguments[0]));
        Lease lease = client.acquire(LockRequest.upload("probe", "u1", "/docs/plan.pdf"))) {
      lease.onLost(reason -> lost.countDown());
      ConsoleProbe viewer = new ConsoleProbe(arguments[1]);
      expect(401, viewer.get("/api/tree?account=probe"));
      viewer.login("vera");
      viewer.awaitText("/api/tree?account=probe&path=/docs", "\"name\":\"plan.pdf\"");
      expect(403, viewer.force(lease.lockId()));
      ConsoleProbe operator = new ConsoleProbe(arguments[1]);
      operator.login("olga");
      expect(202, operator.force(lease.lockId()));
      if (!lost.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("the holder was not told that its lock was forced open");
      }
      viewer.awaitText(
          "/api/life?account=probe&lockId=" + URLEncoder.encode(lease.lockId(), UTF_8),
          "\"reason\":\"FORCED\"",
          "\"by\":\"olga\"",
          "\"comment\":\"device lost\"");
    }
  }

  private void login(String name) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(console.resolve("/api/login"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("username=%1$s&password=secret+of+%1$s".formatted(name)));
    expect(204, send(request.header("X-XSRF-TOKEN", token())));
  }

  private HttpResponse<String> force(String lockId) throws Exception {
    return send(
        HttpRequest.newBuilder(console.resolve("/api/force"))
            .header("Content-Type", "application/json")
            .header("X-XSRF-TOKEN", token())
            .POST(
                BodyPublishers.ofString(
                    "{\"account\":\"probe\",\"lockId\":\"%s\",\"reason\":\"device lost\"}"
                        .formatted(lockId))));
  }

  private String token() throws Exception {
    Matcher token = TOKEN.matcher(get("/api/session").body());
    if (!token.find()) {
      throw new IllegalStateException("/api/session tells no token");
    }
    return token.group(1);
  }

  private void awaitText(String path, String... texts) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    HttpResponse<String> answer = get(path);
    while (!Stream.of(texts).allMatch(answer.body()::contains)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s does not show %s: %s".formatted(path, List.of(texts), answer.body()));
      }
      TimeUnit.MILLISECONDS.sleep(200);
      answer = get(path);
    }
    System.out.println(answer.body());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(console.resolve(path)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
  }

  private static void expect(int status, HttpResponse<String> answer) {
    if (answer.statusCode() != status) {
      throw new IllegalStateException(
          "%s answered %d, expected %d: %s"
              .formatted(answer.uri().getPath(), answer.statusCode(), status, answer.body()));
    }
  }
}
