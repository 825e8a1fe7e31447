package io.lockarbiter.trial.bench.tus;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;

/** The requests of tus 1.0. */
final class TusRequests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(PATIENCE)
          .executor(
              Executors.newCachedThreadPool(
                  task -> {
                    Thread thread = new Thread(task, "tus-client");
                    thread.setDaemon(true);
                    return thread;
                  }))
          .build();

  HttpResponse<Void> create(URI server, String user, long bytes)
      throws IOException, InterruptedException {
    return send(
        request(server.resolve("/files"), user)
            .header("Upload-Length", Long.toString(bytes))
            .POST(BodyPublishers.noBody()));
  }

  HttpResponse<Void> head(URI upload, String user) throws IOException, InterruptedException {
    return send(request(upload, user).method("HEAD", BodyPublishers.noBody()));
  }

  /**
   * Sends the rest of a content.
   *
   * @throws IOException also if the line breaks as wished
   */
  HttpResponse<Void> patch(URI upload, String user, byte[] content, int from, int breaksAt)
      throws IOException, InterruptedException {
    BodyPublisher body =
        BodyPublishers.fromPublisher(
            BodyPublishers.ofInputStream(() -> new FlappingBody(content, from, breaksAt)),
            content.length - from);
    return send(
        request(upload, user)
            .header("Upload-Offset", Integer.toString(from))
            .header("Content-Type", "application/offset+octet-stream")
            .method("PATCH", body));
  }

  HttpResponse<Void> delete(URI upload, String user) throws IOException, InterruptedException {
    return send(request(upload, user).DELETE());
  }

  private static HttpRequest.Builder request(URI uri, String user) {
    return HttpRequest.newBuilder(uri)
        .timeout(PATIENCE)
        .header("Tus-Resumable", "1.0.0")
        .header("User", user);
  }

  private HttpResponse<Void> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.discarding());
  }
}
