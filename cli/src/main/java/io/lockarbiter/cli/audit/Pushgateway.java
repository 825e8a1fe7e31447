package io.lockarbiter.cli.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A group of metrics in a Pushgateway of Prometheus, for jobs that end before they are asked. */
final class Pushgateway {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_BYTES_OF_A_REFUSAL = 200;

  private final URI group;

  private Pushgateway(URI group) {
    this.group = group;
  }

  /**
   * The group at an address, as its Pushgateway names it.
   *
   * @param url {@code http://HOST:9091/metrics/job/NAME}, and further labels behind the name
   * @throws IllegalArgumentException if it is none
   */
  static Pushgateway at(String url) {
    URI group = URI.create(url);
    String path = group.getPath();
    if (!("http".equals(group.getScheme()) || "https".equals(group.getScheme()))
        || group.getHost() == null
        || path == null
        || !path.matches(".*/metrics/job/[^/]+(/[^/]+/[^/]+)*")) {
      throw new IllegalArgumentException(url);
    }
    return new Pushgateway(group);
  }

  /**
   * Replaces the metrics of the group.
   *
   * @param text in Prometheus' text format
   * @throws UncheckedIOException if it does not take them
   */
  void replace(String text) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(group)
            .timeout(PATIENCE)
            .header("Content-Type", "text/plain; version=0.0.4")
            .PUT(BodyPublishers.ofString(text))
            .build();
    try {
      HttpResponse<InputStream> answer =
          HttpClient.newBuilder()
              .connectTimeout(PATIENCE)
              .build()
              .send(request, BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() / 100 != 2) {
          byte[] said = body.readNBytes(MOST_BYTES_OF_A_REFUSAL);
          throw new IOException(
              "HTTP %d %s"
                  .formatted(
                      answer.statusCode(), new String(said, StandardCharsets.UTF_8).strip()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the Pushgateway at %s did not take the verdict, which stands above: %s. It has what it had before"
              .formatted(group, e.getMessage() == null ? e.toString() : e.getMessage()),
          e);
    }
  }
}
