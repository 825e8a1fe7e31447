package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.ask.LateCopyException;
import io.lockarbiter.gateway.ask.OtherRequestException;
import io.lockarbiter.gateway.ask.UnansweredException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Turns failures into problem details (RFC 9457). */
final class Problems {
  static final String TYPE = "urn:lockarbiter:problem:";
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final Duration SOON = Duration.ofSeconds(1);

  private Problems() {}

  /** The refusal that a failure means. */
  static Refused of(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof Refused refused) {
      return refused;
    }
    String text = String.valueOf(cause.getMessage());
    if (cause instanceof BusyException) {
      return Refused.until(HttpStatus.SERVICE_UNAVAILABLE, "BUSY", text, SOON);
    }
    if (cause instanceof UnansweredException) {
      return Refused.until(
          HttpStatus.GATEWAY_TIMEOUT,
          "UNANSWERED",
          text
              + " Send the same request again: an acquire under the same Idempotency-Key, with its Request-Age.",
          SOON);
    }
    if (cause instanceof LateCopyException) {
      return Refused.of(HttpStatus.UNPROCESSABLE_CONTENT, "LATE_COPY", text);
    }
    if (cause instanceof OtherRequestException) {
      return Refused.of(HttpStatus.UNPROCESSABLE_CONTENT, "ID_CONFLICT", text);
    }
    return unexpected(cause);
  }

  private static Refused unexpected(Throwable cause) {
    if (cause instanceof ErrorResponse known) {
      HttpStatus status = HttpStatus.resolve(known.getStatusCode().value());
      if (status != null && status.is4xxClientError()) {
        return Refused.of(
            status, status.name(), status.getReasonPhrase() + "; the routes: /v1/openapi.json");
      }
    }
    LOG.error("a request failed where it should not", cause);
    return Refused.of(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "INTERNAL",
        "the gateway failed; its log says how. Whether a command was sent is not known");
  }

  /** The body of a refusal. */
  static ObjectNode body(Refused refused, JsonMapper json) {
    ObjectNode body = json.createObjectNode();
    body.put("type", TYPE + refused.reason());
    body.put("title", refused.status().getReasonPhrase());
    body.put("status", refused.status().value());
    body.put("detail", String.valueOf(refused.getMessage()));
    body.put("reason", refused.reason());
    ObjectNode more = refused.more();
    if (more != null) {
      more.properties().stream()
          .filter(member -> !body.has(member.getKey()))
          .forEach(member -> body.set(member.getKey(), member.getValue()));
    }
    return body;
  }

  /** The response of a refusal. */
  static Mono<ServerResponse> response(Throwable failure, JsonMapper json) {
    Refused refused = of(failure);
    ServerResponse.BodyBuilder response =
        ServerResponse.status(refused.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    String seconds = retryAfter(refused);
    if (seconds != null) {
      response.header("Retry-After", seconds);
    }
    if (refused.status() == HttpStatus.UNAUTHORIZED) {
      response.header("WWW-Authenticate", challenge(refused));
    }
    if (refused.status() == HttpStatus.REQUEST_TIMEOUT
        || refused.status() == HttpStatus.CONTENT_TOO_LARGE) {
      // The rest of the body is not read, so no other request can follow it.
      response.header("Connection", "close");
    }
    return response.bodyValue(json.writeValueAsBytes(body(refused, json)));
  }

  /** RFC 6750, section 3: the error only if a token was shown. */
  private static String challenge(Refused refused) {
    return refused.reason().equals("UNKNOWN_KEY") ? "Bearer" : "Bearer error=\"invalid_token\"";
  }

  /** Whole seconds, at least 1; null if there are none. */
  static @Nullable String retryAfter(Refused refused) {
    Duration time = refused.retryAfter();
    return time == null ? null : Long.toString(Math.max(1, (time.toMillis() + 999) / 1000));
  }
}
