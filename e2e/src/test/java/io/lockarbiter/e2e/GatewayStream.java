package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a gateway's server-sent events on a thread of its own. */
final class GatewayStream implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** An event as it came. */
  record Told(String id, String name, JsonNode data) {
    String lockId() {
      return data.path("lockId").asString("");
    }
  }

  private final HttpResponse<InputStream> response;
  private final Consumer<Told> each;
  private final List<Told> all = new ArrayList<>();
  private final Thread thread;
  private String lastId = "";
  private boolean ended;

  private GatewayStream(HttpResponse<InputStream> response, Consumer<Told> each) {
    this.response = response;
    this.each = each;
    this.thread = new Thread(this::read, "reads-stream");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Opens a stream of a caller's account.
   *
   * @param query such as {@code ?members=*}; or empty
   */
  static GatewayStream open(
      GatewayCaller caller, String query, @Nullable String lastEventId, Consumer<Told> each)
      throws IOException, InterruptedException {
    return new GatewayStream(
        HTTP.send(request(caller, query, lastEventId), HttpResponse.BodyHandlers.ofInputStream()),
        each);
  }

  private static HttpRequest request(
      GatewayCaller caller, String query, @Nullable String lastEventId) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    caller.address() + "/v1/accounts/" + caller.account() + "/events" + query))
            .header("Authorization", "Bearer " + caller.key());
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    for (int n = 0; n < caller.headers().size(); n += 2) {
      request.header(caller.headers().get(n), caller.headers().get(n + 1));
    }
    return request.build();
  }

  private void read() {
    String name = "";
    String data = "";
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          tell(line.substring(4));
        } else if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && !data.isEmpty()) {
          tell(name, JsonMapper.shared().readTree(data));
          data = "";
        }
      }
    } catch (IOException e) {
      // The instance was killed, or the test has closed the stream.
    }
    synchronized (this) {
      ended = true;
    }
  }

  private synchronized void tell(String id) {
    lastId = id;
  }

  private void tell(String name, JsonNode data) {
    Told told;
    synchronized (this) {
      told = new Told(lastId, name, data);
      all.add(told);
    }
    each.accept(told);
  }

  int status() {
    return response.statusCode();
  }

  synchronized List<Told> all() {
    return List.copyOf(all);
  }

  /** The names and locks of all events. */
  List<String> words() {
    return all().stream().map(told -> told.name() + " " + told.lockId()).toList();
  }

  /** The id after everything that was told. */
  synchronized String lastId() {
    return lastId;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  @Override
  public void close() {
    try {
      response.body().close();
      thread.join(10_000);
    } catch (IOException e) {
      // It has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
