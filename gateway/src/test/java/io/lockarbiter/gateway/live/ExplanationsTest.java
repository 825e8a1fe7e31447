package io.lockarbiter.gateway.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.ask.BusyException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class ExplanationsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private final List<URI> asked = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile int status = 200;
  private volatile String body = "{\"verdict\":\"granted\"}";
  private volatile CountDownLatch open = new CountDownLatch(0);
  private HttpServer arbiter;

  @BeforeEach
  void start() throws IOException {
    arbiter = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    arbiter.createContext("/", this::reply);
    arbiter.setExecutor(threads);
    arbiter.start();
  }

  @AfterEach
  void stop() {
    open.countDown();
    arbiter.stop(0);
    threads.shutdownNow();
  }

  private void reply(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestURI());
    try (exchange) {
      if (!open.await(60, TimeUnit.SECONDS)) {
        throw new IOException("nobody let the arbiter go on");
      }
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().add("Location", "/elsewhere");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Explanations explanations(Duration patience) {
    return new Explanations(
        URI.create("http://127.0.0.1:" + arbiter.getAddress().getPort()), patience);
  }

  private static Mono<Explanations.Answer> ask(Explanations explanations) {
    return explanations.of("a/b&{c}", new Owner("zoë", "t=1"), "MOVE", "/x y", "/z?#");
  }

  private static Explanations.Answer answer(Explanations explanations) {
    return Objects.requireNonNull(ask(explanations).block(LONG));
  }

  @Test
  void names_comeToTheArbiterAsTheyAre() {
    assertThat(answer(explanations(LONG)).status()).isEqualTo(200);
    assertThat(asked.get(0).getRawPath()).isEqualTo("/api/accounts/a%2Fb%26%7Bc%7D/explain");
    assertThat(asked.get(0).getQuery().split("&"))
        .containsExactlyInAnyOrder(
            "operation=MOVE", "path=/x y", "subAccount=zoë", "session=t=1", "destination=/z?#");
    explanations(LONG).of("acme", new Owner("ann", null), "DELETE", "/a", null).block(LONG);
    assertThat(asked.get(1).getQuery()).isEqualTo("operation=DELETE&path=/a&subAccount=ann");
  }

  @Test
  void answersThatAreNone_areFailures() {
    status = 400;
    body = "{\"detail\":\"no path\"}";
    assertThat(answer(explanations(LONG)).body().path("detail").asString()).isEqualTo("no path");
    status = 503;
    body = "{\"detail\":\"%s\"}".formatted("x".repeat(1_000));
    assertThatThrownBy(() -> ask(explanations(LONG)).block(LONG))
        .hasMessage("it answered with HTTP status 503: " + "x".repeat(300));
    for (int bad : new int[] {302, 404}) {
      status = bad;
      assertThatThrownBy(() -> ask(explanations(LONG)).block(LONG))
          .hasMessageStartingWith("it answered with HTTP status " + bad);
    }
    status = 200;
    for (String none : List.of("", "no JSON", "[1]", "\"x\"", "x".repeat(2 << 20))) {
      body = none;
      assertThatThrownBy(() -> ask(explanations(LONG)).block(LONG))
          .as("%.20s", none)
          .isInstanceOf(RuntimeException.class);
    }
    assertThat(asked).noneMatch(each -> each.getPath().equals("/elsewhere"));
  }

  @Test
  void moreQuestionsThanAllowed_areRefusedAtOnce_andPlacesComeBack() {
    Explanations explanations = explanations(LONG);
    open = new CountDownLatch(1);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int n = 0; n < Explanations.MOST; n++) {
      waiting.add(ask(explanations).toFuture());
    }
    CompletableFuture<?> refused = ask(explanations).toFuture();
    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::join)
        .hasCauseInstanceOf(BusyException.class)
        .hasMessageContaining("8 explanations of this gateway are without an answer");
    open.countDown();
    waiting.forEach(CompletableFuture::join);
    assertThat(answer(explanations).status()).isEqualTo(200);

    open = new CountDownLatch(1);
    Explanations hasty = explanations(Duration.ofMillis(100));
    for (int n = 0; n < 2 * Explanations.MOST; n++) {
      assertThatThrownBy(() -> ask(hasty).block(LONG)).isNotInstanceOf(BusyException.class);
    }
    await().until(() -> !asked.isEmpty());
  }
}
