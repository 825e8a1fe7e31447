package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.codec.CommandCodec;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Reads bodies within a bound of bytes and of time. */
final class Bodies {
  /** Most bytes of a body: those of a command. */
  static final int MOST_BYTES = CommandCodec.MAX_BYTES;

  private final Duration patience;

  /**
   * A reader of bodies.
   *
   * @param patience the longest time until a body has arrived
   */
  Bodies(Duration patience) {
    this.patience = patience;
  }

  /** The body; fails with {@link Refused}. */
  Mono<byte[]> read(ServerRequest request) {
    long length = request.headers().contentLength().orElse(-1);
    if (length > MOST_BYTES) {
      return Mono.error(tooLarge());
    }
    boolean hasBody = length > 0 || !request.headers().header("Transfer-Encoding").isEmpty();
    if (hasBody && !isJson(request)) {
      return Mono.error(
          Refused.of(
              HttpStatus.UNSUPPORTED_MEDIA_TYPE,
              "UNSUPPORTED_MEDIA_TYPE",
              "the body is not declared as JSON, expected Content-Type: application/json"));
    }
    return joined(request)
        .defaultIfEmpty(new byte[0])
        .timeout(patience)
        .onErrorMap(DataBufferLimitException.class, e -> tooLarge())
        .onErrorMap(TimeoutException.class, e -> late());
  }

  private static Mono<byte[]> joined(ServerRequest request) {
    request.exchange().getAttributes().put(UnreadBodyFilter.READ, true);
    return DataBufferUtils.join(request.body(BodyExtractors.toDataBuffers()), MOST_BYTES)
        .map(Bodies::bytes);
  }

  /**
   * Reads a body that nobody has read, before a refusal: the connection could not go on otherwise.
   * If that fails, the connection is closed after the answer.
   */
  Mono<Void> drain(ServerRequest request) {
    if (UnreadBodyFilter.isRead(request.exchange())) {
      return Mono.empty();
    }
    request.exchange().getAttributes().put(UnreadBodyFilter.READ, true);
    return request
        .body(BodyExtractors.toDataBuffers())
        .reduce(0, Bodies::dropped)
        .timeout(patience)
        .then()
        .onErrorResume(
            failure -> {
              request.exchange().getAttributes().remove(UnreadBodyFilter.READ);
              return Mono.empty();
            });
  }

  /** Keeps nothing: those who have no key may be many. */
  private static int dropped(int before, DataBuffer buffer) {
    int all = before + buffer.readableByteCount();
    DataBufferUtils.release(buffer);
    if (all > MOST_BYTES) {
      throw tooLarge();
    }
    return all;
  }

  private static boolean isJson(ServerRequest request) {
    return request
        .headers()
        .contentType()
        .filter(MediaType.APPLICATION_JSON::isCompatibleWith)
        .isPresent();
  }

  private static byte[] bytes(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    buffer.read(bytes);
    DataBufferUtils.release(buffer);
    return bytes;
  }

  private static Refused tooLarge() {
    return Refused.of(
        HttpStatus.CONTENT_TOO_LARGE,
        "CONTENT_TOO_LARGE",
        "the body has more than %d bytes".formatted(MOST_BYTES));
  }

  private Refused late() {
    return Refused.of(
        HttpStatus.REQUEST_TIMEOUT,
        "REQUEST_TIMEOUT",
        "the body did not arrive within %d ms; nothing was sent".formatted(patience.toMillis()));
  }
}
