package io.lockarbiter.gateway.policy;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks a policy engine by the data API of Open Policy Agent, in which an undefined document has no
 * {@code result}. Follows no redirection, and reads no more than 64 KiB.
 */
final class PolicyReader {
  private static final int MOST_BYTES = 1 << 16;
  private static final Duration IDLE = Duration.ofSeconds(20);

  /** An answer with two results, or with more behind it, is none. */
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final PolicyOptions options;
  private final WebClient http;

  /**
   * A reader.
   *
   * @param connections most connections to the engine
   */
  PolicyReader(PolicyOptions options, int connections) {
    this.options = options;
    ConnectionProvider pool =
        ConnectionProvider.builder("policy")
            .maxConnections(connections)
            .maxIdleTime(IDLE)
            .pendingAcquireTimeout(options.timeout())
            .build();
    this.http =
        WebClient.builder()
            .clientConnector(
                new ReactorClientHttpConnector(
                    HttpClient.create(pool)
                        .followRedirect(false)
                        .option(
                            ChannelOption.CONNECT_TIMEOUT_MILLIS,
                            Math.toIntExact(options.timeout().toMillis()))))
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(MOST_BYTES))
            .build();
  }

  /** The answer to a question; whatever else comes is a failure with a reason for the log. */
  Mono<PolicyAnswer> answer(byte[] question) {
    return http.post()
        .uri(options.address())
        .contentType(MediaType.APPLICATION_JSON)
        .accept(MediaType.APPLICATION_JSON)
        .bodyValue(question)
        .exchangeToMono(PolicyReader::body)
        .map(PolicyReader::parsed)
        .timeout(options.timeout())
        .onErrorMap(TimeoutException.class, failure -> late());
  }

  private static Mono<byte[]> body(ClientResponse response) {
    int status = response.statusCode().value();
    return status == 200
        ? response
            .bodyToMono(byte[].class)
            .switchIfEmpty(Mono.error(() -> new IllegalArgumentException("its answer is empty")))
            .onErrorMap(PolicyReader::isTooLarge, failure -> tooLarge())
        : unread(response)
            .then(
                Mono.error(
                    () ->
                        new IllegalArgumentException(
                            "it answered with HTTP status %d".formatted(status))));
  }

  /** Closes the connection in the midst of the body of an answer that is none: it may never end. */
  private static Mono<Void> unread(ClientResponse response) {
    return response.bodyToFlux(DataBuffer.class).doOnNext(DataBufferUtils::release).next().then();
  }

  private static boolean isTooLarge(Throwable failure) {
    return failure instanceof DataBufferLimitException
        || failure.getCause() instanceof DataBufferLimitException;
  }

  private static PolicyAnswer parsed(byte[] document) {
    JsonNode answer;
    try {
      answer = STRICT.readTree(document);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("its answer is no JSON", e);
    }
    if (!answer.isObject()) {
      throw new IllegalArgumentException("its answer is no JSON object");
    }
    JsonNode result = answer.get("result");
    if (result == null) {
      return PolicyAnswer.UNDEFINED;
    }
    if (!result.isBoolean()) {
      throw new IllegalArgumentException(
          "its result is neither true nor false; the address must name a rule, not a package");
    }
    return result.booleanValue() ? PolicyAnswer.ALLOWED : PolicyAnswer.DENIED;
  }

  private IllegalArgumentException late() {
    return new IllegalArgumentException(
        "it did not answer within %d ms".formatted(options.timeout().toMillis()));
  }

  private static IllegalArgumentException tooLarge() {
    return new IllegalArgumentException("its answer has more than %d bytes".formatted(MOST_BYTES));
  }
}
