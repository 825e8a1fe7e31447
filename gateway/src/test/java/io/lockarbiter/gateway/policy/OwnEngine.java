package io.lockarbiter.gateway.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A policy engine with a server of its own, which can be slow, wrong or away. */
public final class OwnEngine implements AutoCloseable {
  public static final String ALLOWED = "{\"result\":true}";
  public static final String DENIED = "{\"result\":false}";
  public static final String UNDEFINED = "{}";
  private static final String RULE = "/v1/data/lockarbiter/allow";

  /** The inputs of the questions that came. */
  public final List<JsonNode> inputs = new CopyOnWriteArrayList<>();

  /** The body of its answers. */
  public volatile String answer = ALLOWED;

  /** The HTTP status of its answers. */
  public volatile int status = 200;

  /** Its answers wait for this. */
  public volatile CountDownLatch open = new CountDownLatch(0);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private final int port;

  /** Starts one that allows everything. */
  public OwnEngine() throws IOException {
    server = serve(0);
    port = server.getAddress().getPort();
  }

  private HttpServer serve(int at) throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), at), 0);
    made.createContext(RULE, this::reply);
    made.createContext("/elsewhere", exchange -> send(exchange, 200, ALLOWED));
    made.setExecutor(threads);
    made.start();
    return made;
  }

  private void reply(HttpExchange exchange) throws IOException {
    JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
    inputs.add(body.path("input"));
    try {
      if (!open.await(60, TimeUnit.SECONDS)) {
        throw new IOException("nobody let the engine go on");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (status == 302) {
      exchange.getResponseHeaders().add("Location", "/elsewhere");
    }
    send(exchange, status, answer);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      if (bytes.length > 0) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  /** The address of its rule. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + port + RULE);
  }

  /** Goes away; connections are refused. */
  public void leave() {
    server.stop(0);
  }

  /** Comes back under the same address. */
  public void comeBack() throws IOException {
    server = serve(port);
  }

  @Override
  public void close() {
    open.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
