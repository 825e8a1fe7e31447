package io.lockarbiter.cli.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A group of metrics in a Pushgateway of Prometheus, for jobs that end before they are asked. */
final class Pushgateway {
  private static final int PATIENCE_MS = 10_000;
  private static final String NO_REASON = "without a reason";
  private static final int MOST_PORT = 65_535;
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
        || group.getPort() > MOST_PORT
        || group.getRawUserInfo() != null // It would not be sent, and be printed.
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
  void replace(String text) {
    try {
      // The JDK's HttpClient has no limit for the time that the body of an answer takes.
      HttpURLConnection request = (HttpURLConnection) group.toURL().openConnection();
      request.setConnectTimeout(PATIENCE_MS);
      request.setReadTimeout(PATIENCE_MS);
      request.setInstanceFollowRedirects(false);
      request.setRequestMethod("PUT");
      request.setRequestProperty("Content-Type", "text/plain; version=0.0.4");
      request.setDoOutput(true);
      try (OutputStream body = request.getOutputStream()) {
        body.write(text.getBytes(StandardCharsets.UTF_8));
      }
      int status = request.getResponseCode();
      if (status / 100 != 2) {
        throw new IOException("HTTP %d %s".formatted(status, beginning(request.getErrorStream())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the Pushgateway at %s did not take the verdict, which stands above: %s. It has what it had before"
              .formatted(group, e.getMessage() == null ? e.toString() : e.getMessage()),
          e);
    }
  }

  /** The first line of an answer's body, of what comes at once. */
  private static String beginning(@Nullable InputStream answer) {
    if (answer != null) {
      try (answer) {
        byte[] said = new byte[MOST_BYTES_OF_A_REFUSAL];
        int length = Math.max(0, answer.read(said));
        return new String(said, 0, length, StandardCharsets.UTF_8)
            .strip()
            .lines()
            .findFirst()
            .orElse(NO_REASON);
      } catch (IOException e) {
        // the status says enough
      }
    }
    return NO_REASON;
  }
}
