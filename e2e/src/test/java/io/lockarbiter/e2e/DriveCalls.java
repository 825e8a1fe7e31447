package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Requests to one of two servers, which may be dead or asleep. Safe for use by many threads. */
final class DriveCalls {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PATIENCE_OF_PUT = Duration.ofMillis(3_500);
  private static final long PAUSE_MS = 2_000;

  private final KilledDrives drives;
  private final RunTally tally;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(ThreadPerTask.EXECUTOR)
          .connectTimeout(CONNECT)
          .build();

  DriveCalls(KilledDrives drives, RunTally tally) {
    this.drives = drives;
    this.tally = tally;
  }

  /**
   * An answer.
   *
   * @param status 0 = there was none, so nobody knows what the server did or will do
   */
  record Answer(int status, String body, HttpHeaders headers) {
    /** Says whether the server may have done it, or may do it later. */
    boolean isLost() {
      return status == 0 || status == 503;
    }

    boolean isDone() {
      return status >= 200 && status < 300;
    }

    String header(String name) {
      return headers.firstValue(name).orElse("");
    }
  }

  /** The password of a user is his name. */
  static String login(String user) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(UTF_8));
  }

  Answer webdav(String user, String method, String path, String body, String... headers)
      throws InterruptedException {
    return webdav(user, method, path, BodyPublishers.ofString(body), PATIENCE, headers);
  }

  /** The second half of the body may come two seconds after the first. */
  Answer put(String user, String path, String body, boolean slowly, String... headers)
      throws InterruptedException {
    return webdav(user, "PUT", path, publisher(body, slowly), PATIENCE_OF_PUT, headers);
  }

  private Answer webdav(
      String user,
      String method,
      String path,
      BodyPublisher body,
      Duration patience,
      String... headers)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + drives.any().webdav() + path))
            .header("Authorization", login(user))
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(method, request, patience);
  }

  /** A request of an office server, about a file. */
  Answer wopi(String what, String address, String body, boolean slowly, String... headers)
      throws InterruptedException {
    boolean isGet = headers.length == 0;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + drives.any().webdav() + address))
            .method(
                isGet ? "GET" : "POST", isGet ? BodyPublishers.noBody() : publisher(body, slowly));
    if (!isGet) {
      request.headers(headers);
    }
    return send("wopi " + what, request, body.isEmpty() ? PATIENCE : PATIENCE_OF_PUT);
  }

  /** A request to one of the upload servers. */
  Answer upload(
      String what,
      String user,
      String method,
      String address,
      String body,
      boolean slowly,
      Map<String, String> headers)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + drives.any().uploads() + address))
            .header("User", user)
            .header("Tus-Resumable", "1.0.0")
            .method(method, body.isEmpty() ? BodyPublishers.noBody() : publisher(body, slowly));
    headers.forEach(request::header);
    return send("tus " + what, request, PATIENCE);
  }

  private static BodyPublisher publisher(String body, boolean slowly) {
    byte[] bytes = body.getBytes(UTF_8);
    int half = bytes.length / 2;
    return slowly && half > 0
        ? BodyPublishers.fromPublisher(
            BodyPublishers.concat(
                BodyPublishers.ofByteArray(bytes, 0, half),
                BodyPublishers.ofInputStream(() -> afterPause(bytes, half))),
            bytes.length)
        : BodyPublishers.ofByteArray(bytes);
  }

  private static InputStream afterPause(byte[] bytes, int from) {
    return new ByteArrayInputStream(bytes, from, bytes.length - from) {
      private boolean begun;

      @Override
      public synchronized int read(byte[] buffer, int at, int length) {
        if (!begun) {
          begun = true;
          try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        return super.read(buffer, at, length);
      }
    };
  }

  private Answer send(String what, HttpRequest.Builder request, Duration patience)
      throws InterruptedException {
    Answer answer;
    try {
      HttpResponse<String> got =
          http.send(request.timeout(patience).build(), BodyHandlers.ofString());
      answer = new Answer(got.statusCode(), got.body(), got.headers());
    } catch (IOException e) {
      answer = new Answer(0, "", HttpHeaders.of(Map.of(), (name, value) -> true));
    }
    tally.count(what + " " + (answer.status() == 0 ? "lost" : answer.status()));
    if (answer.status() == 500 || answer.status() == 400 || answer.status() == 401) {
      tally.wrong(what + " " + answer.status() + ": " + answer.body());
    }
    return answer;
  }

  /** Notes a status that is none of these as wrong, unless nobody knows what the server did. */
  void expect(String what, String path, String who, Answer answer, Integer... statuses) {
    if (!answer.isLost() && !List.of(statuses).contains(answer.status())) {
      tally.wrong(
          "%s of %s by %s: %d %s"
              .formatted(
                  what, path, who, answer.status(), answer.header("X-WOPI-LockFailureReason")));
    }
  }
}
