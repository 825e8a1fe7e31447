package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.access.TrustedProxies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Gives a request that a trusted proxy passes on the address of its caller. No header changes
 * anything else of a request: neither its host nor its path.
 */
public final class ProxyFilter implements WebFilter {
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private final TrustedProxies trusted;

  /** A filter that believes these proxies. */
  public ProxyFilter(TrustedProxies trusted) {
    this.trusted = trusted;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpRequest request = exchange.getRequest();
    List<String> forwardedFor = request.getHeaders().getOrEmpty(FORWARDED_FOR);
    InetSocketAddress sender = request.getRemoteAddress();
    if (forwardedFor.isEmpty() || sender == null || sender.getAddress() == null) {
      return chain.filter(exchange);
    }
    InetAddress caller = trusted.caller(sender.getAddress(), forwardedFor);
    return caller.equals(sender.getAddress())
        ? chain.filter(exchange)
        : chain.filter(
            exchange
                .mutate()
                .request(request.mutate().remoteAddress(new InetSocketAddress(caller, 0)).build())
                .build());
  }
}
