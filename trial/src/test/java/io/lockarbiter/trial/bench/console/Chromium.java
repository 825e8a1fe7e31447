package io.lockarbiter.trial.bench.console;

import io.lockarbiter.embedded.server.Directories;
import io.lockarbiter.embedded.server.Watchdog;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page in Chromium without a screen, led by the browser's own protocol. Used by one thread. */
final class Chromium implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long PATIENCE_S = 120;

  private final Process process;
  private final Path profile;
  private final @Nullable Watchdog watchdog;
  private final WebSocket socket;
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();

  /** The program named by the property {@code lockarbiter.chromium}, else on the PATH. */
  static Optional<Path> find() {
    String given = System.getProperty("lockarbiter.chromium");
    Stream<Path> places =
        given != null
            ? Stream.of(Path.of(given))
            : Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(
                    folder ->
                        Stream.of("chromium", "chromium-browser", "google-chrome")
                            .map(name -> Path.of(folder, name)));
    return places.filter(Files::isExecutable).findFirst();
  }

  Chromium(Path program) throws IOException, InterruptedException {
    profile = Files.createTempDirectory("lockarbiter-chromium-");
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--window-size=1440,900",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    watchdog = Watchdog.over(process.toHandle(), profile);
    try {
      socket =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(URI.create(pageAddress()), new Answers())
              .join();
    } catch (RuntimeException | IOException | InterruptedException e) {
      end();
      throw e;
    }
  }

  /** The browser writes its port into its profile. */
  private String pageAddress() throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (!Files.exists(file) || Files.readAllLines(file).isEmpty()) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("Chromium did not start");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    URI list = URI.create("http://127.0.0.1:" + Files.readAllLines(file).get(0) + "/json/list");
    while (System.nanoTime() - deadline < 0) {
      String text =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      for (JsonNode target : JSON.readTree(text)) {
        if (target.path("type").asString().equals("page")) {
          return target.path("webSocketDebuggerUrl").asString();
        }
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IllegalStateException("Chromium has no page");
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        JsonNode answer = JSON.readTree(text.toString());
        text.setLength(0);
        CompletableFuture<JsonNode> asked = open.remove(answer.path("id").asInt(0));
        if (asked != null) {
          asked.complete(answer);
        }
      }
      from.request(1);
      return null;
    }
  }

  /** Calls a method of the protocol. */
  JsonNode call(String method, Map<String, ?> parameters) throws InterruptedException {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    open.put(id, answer);
    socket
        .sendText(
            JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
        .join();
    try {
      JsonNode got = answer.get(PATIENCE_S, TimeUnit.SECONDS);
      if (got.has("error")) {
        throw new IllegalStateException(method + ": " + got.path("error"));
      }
      return got.path("result");
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(method + " was not answered", e);
    }
  }

  /** The value of an expression; a promise is waited for. */
  JsonNode evaluate(String expression) throws InterruptedException {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException("in the page: " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Runs a script before any of each page to come. */
  void prepare(String script) throws InterruptedException {
    call("Page.enable", Map.of());
    call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  void open(String address) throws InterruptedException {
    call("Page.navigate", Map.of("url", address));
  }

  /** Bytes of the page's heap that are in use after a collection. */
  long heapBytes() throws InterruptedException {
    for (int n = 0; n < 2; n++) {
      call("HeapProfiler.collectGarbage", Map.of());
    }
    return call("Runtime.getHeapUsage", Map.of()).path("usedSize").asLong();
  }

  /** Processor time of all its processes so far, ms. */
  long processorMs() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .mapToLong(one -> one.info().totalCpuDuration().map(d -> d.toMillis()).orElse(0L))
        .sum();
  }

  @Override
  public void close() {
    socket.abort();
    end();
  }

  private void end() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
    if (watchdog != null) {
      watchdog.close();
    }
    try {
      Directories.delete(profile);
    } catch (UncheckedIOException e) {
      // a last process of the browser still writes there
    }
  }
}
