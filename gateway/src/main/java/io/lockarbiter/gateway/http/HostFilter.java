package io.lockarbiter.gateway.http;

import io.lockarbiter.service.http.AllowedHosts;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Refuses requests for a host name that is not this gateway's, with status 421. */
public final class HostFilter implements WebFilter {
  private final AllowedHosts allowed;
  private final String setting;
  private final RefusalCounts refusals;

  /**
   * A filter.
   *
   * @param setting the setting that lists the hosts, named in the refusal
   */
  public HostFilter(AllowedHosts allowed, String setting, RefusalCounts refusals) {
    this.allowed = allowed;
    this.setting = setting;
    this.refusals = refusals;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    String host = host(exchange);
    if (host == null || allowed.contains(host)) {
      return chain.filter(exchange);
    }
    return ProblemHandler.write(
        exchange,
        refusals.counted(
            Refused.of(
                HttpStatus.MISDIRECTED_REQUEST,
                "MISDIRECTED_REQUEST",
                "the Host of this request is not a name of this gateway, expected localhost, an IP address, server.address or one of %s; it is not answered, or a page of another site could ask under a name of its own. Fix: ask by address, or add the name to %s"
                    .formatted(setting, setting))));
  }

  /** HTTP/2 gives it as the authority of the address. */
  private static @Nullable String host(ServerWebExchange exchange) {
    String host = exchange.getRequest().getHeaders().getFirst("Host");
    return host == null ? exchange.getRequest().getURI().getHost() : host;
  }
}
