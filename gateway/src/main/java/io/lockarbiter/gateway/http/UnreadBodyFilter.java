package io.lockarbiter.gateway.http;

import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Closes a connection after an answer to a request whose body was not read. The server would not
 * read on otherwise, and the next request of the connection would never be answered.
 */
public final class UnreadBodyFilter implements WebFilter {
  /** The attribute of a request whose body was read. */
  static final String READ = UnreadBodyFilter.class.getName() + ".READ";

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    exchange
        .getResponse()
        .beforeCommit(
            () -> {
              if (!isRead(exchange)) {
                exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
              }
              return Mono.empty();
            });
    return chain.filter(exchange);
  }

  /** Says whether the body was read, or there is none. */
  static boolean isRead(ServerWebExchange exchange) {
    HttpHeaders headers = exchange.getRequest().getHeaders();
    boolean hasBody =
        headers.getContentLength() > 0 || headers.getFirst(HttpHeaders.TRANSFER_ENCODING) != null;
    return !hasBody || exchange.getAttribute(READ) != null;
  }
}
