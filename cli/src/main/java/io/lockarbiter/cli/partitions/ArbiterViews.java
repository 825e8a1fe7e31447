package io.lockarbiter.cli.partitions;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks arbiters over HTTP for the state of their partitions. */
final class ArbiterViews {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 16 << 20;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * All partitions, lowest first, each as its owner reports it, if the owner was asked, or else as
   * an arbiter that knows a problem.
   *
   * @param failed receives the reason why an answer is missing or not an arbiter's
   */
  List<PartitionView> of(List<String> arbiters, Consumer<String> failed)
      throws InterruptedException {
    Map<Integer, PartitionView> partitions = new TreeMap<>();
    for (String arbiter : arbiters) {
      try {
        for (PartitionView view : ask(arbiter)) {
          partitions.merge(view.partition(), view.of(arbiter), PartitionView::orOwners);
        }
      } catch (IOException | JacksonException e) {
        failed.accept(
            "%s does not tell the state of its partitions: %s. Fix: --arbiter=URL of an arbiter's HTTP side (server.port, 8080 by default), by a name that its lockarbiter.http.allowed-hosts has"
                .formatted(arbiter, why(e)));
      }
    }
    return List.copyOf(partitions.values());
  }

  private static String why(Exception failure) {
    if (failure instanceof ConnectException && failure.getMessage() == null) {
      return "nobody listens there";
    }
    String message = failure.getMessage();
    return message == null ? failure.toString() : message.lines().findFirst().orElse("");
  }

  private PartitionView[] ask(String arbiter) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(arbiter.replaceFirst("/+$", "") + "/api/partitions"))
            .timeout(PATIENCE)
            .build();
    HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      if (answer.statusCode() != 200) {
        throw new IOException("it answers " + answer.statusCode());
      }
      return JSON.readValue(body.readNBytes(MOST_BYTES), PartitionView[].class);
    }
  }
}
