package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.ask.BusyException;
import io.netty.channel.ChannelOption;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks an arbiter what a request would meet. It answers from the state by which it decides, and no
 * command is sent: from events alone nobody knows how the arbiter compares names.
 */
public final class Explanations {
  /** Most questions without an answer: an arbiter shows few views at a time. */
  static final int MOST = 8;

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_TEXT = 300;
  private static final Duration IDLE = Duration.ofSeconds(20);

  private final String arbiter;
  private final Duration patience;
  private final WebClient http;
  private final Semaphore places = new Semaphore(MOST);

  /**
   * The answer of an arbiter.
   *
   * @param status of its answer; 200, or 400 if there can be no such request
   * @param body an object
   */
  public record Answer(int status, JsonNode body) {}

  /**
   * Questions to an arbiter.
   *
   * @param arbiter the address of its HTTP port
   * @param patience the longest wait for an answer
   */
  public Explanations(URI arbiter, Duration patience) {
    this.arbiter = arbiter.toString();
    this.patience = patience;
    ConnectionProvider pool =
        ConnectionProvider.builder("explain").maxConnections(MOST).maxIdleTime(IDLE).build();
    this.http =
        WebClient.builder()
            .clientConnector(
                new ReactorClientHttpConnector(
                    HttpClient.create(pool)
                        .followRedirect(false)
                        .option(
                            ChannelOption.CONNECT_TIMEOUT_MILLIS,
                            Math.toIntExact(patience.toMillis()))))
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(MOST_BYTES))
            .build();
  }

  /**
   * The answer about a request. Fails with {@link BusyException} if too many are without one, and
   * otherwise with a text that says why there is none.
   */
  public Mono<Answer> of(
      String account, Owner owner, String operation, String path, @Nullable String destination) {
    URI address = address(account, owner, operation, path, destination);
    return Mono.defer(
        () -> {
          if (!places.tryAcquire()) {
            throw new BusyException(
                "%d explanations of this gateway are without an answer, as many as allowed; ask again in a second"
                    .formatted(MOST));
          }
          return http.get()
              .uri(address)
              .exchangeToMono(Explanations::answer)
              .timeout(patience)
              .doFinally(end -> places.release());
        });
  }

  private URI address(
      String account, Owner owner, String operation, String path, @Nullable String destination) {
    UriComponentsBuilder all =
        UriComponentsBuilder.fromUriString(arbiter)
            .pathSegment("api", "accounts", "{account}", "explain")
            .queryParam("operation", "{operation}")
            .queryParam("path", "{path}")
            .queryParam("subAccount", "{subAccount}");
    if (owner.session() != null) {
      all.queryParam("session", "{session}");
    }
    if (destination != null) {
      all.queryParam("destination", "{destination}");
    }
    Map<String, @Nullable String> values = new HashMap<>();
    values.put("account", account);
    values.put("operation", operation);
    values.put("path", path);
    values.put("subAccount", owner.subAccount());
    values.put("session", owner.session());
    values.put("destination", destination);
    return all.encode().buildAndExpand(values).toUri();
  }

  private static Mono<Answer> answer(ClientResponse response) {
    HttpStatusCode status = response.statusCode();
    return response
        .bodyToMono(byte[].class)
        .defaultIfEmpty(new byte[0])
        .map(
            body -> {
              JsonNode read = JsonMapper.shared().readTree(body);
              if (!read.isObject() || (status.value() != 200 && status.value() != 400)) {
                throw new IllegalStateException(
                    "it answered with HTTP status %d: %s"
                        .formatted(status.value(), shortened(read.path("detail").asString(""))));
              }
              return new Answer(status.value(), read);
            });
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), MOST_TEXT));
  }
}
