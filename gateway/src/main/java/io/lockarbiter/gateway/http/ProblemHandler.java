package io.lockarbiter.gateway.http;

import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Answers what fails outside of the routes, such as an unknown address, as a problem detail. */
public final class ProblemHandler implements WebExceptionHandler {
  private final RefusalCounts refusals;

  /** A handler that counts. */
  public ProblemHandler(RefusalCounts refusals) {
    this.refusals = refusals;
  }

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
    if (exchange.getResponse().isCommitted()) {
      return Mono.error(failure);
    }
    return write(exchange, refusals.counted(failure));
  }

  static Mono<Void> write(ServerWebExchange exchange, Refused refused) {
    ServerHttpResponse response = exchange.getResponse();
    response.setStatusCode(refused.status());
    response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    byte[] body =
        JsonMapper.shared().writeValueAsBytes(Problems.body(refused, JsonMapper.shared()));
    return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
  }
}
