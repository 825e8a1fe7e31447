package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.gateway.access.TrustedProxies;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

/** Headers of proxies, and of callers who play one. */
class ProxyFilterTest {
  private static ServerHttpRequest passed(String sender) {
    AtomicReference<ServerHttpRequest> passed = new AtomicReference<>();
    new ProxyFilter(TrustedProxies.of(List.of("10.0.0.0/8")))
        .filter(
            MockServerWebExchange.from(
                MockServerHttpRequest.get("http://gateway:8070/v1/x")
                    .remoteAddress(new InetSocketAddress(sender, 4711))
                    .header("X-Forwarded-For", "1.1.1.1, 203.0.113.7")
                    .header("X-Forwarded-Host", "evil.example")
                    .header("X-Forwarded-Prefix", "//evil.example")
                    .header("Forwarded", "for=2.2.2.2;host=evil.example")),
            exchange -> {
              passed.set(exchange.getRequest());
              return Mono.empty();
            })
        .block();
    return Objects.requireNonNull(passed.get());
  }

  private static String address(ServerHttpRequest request) {
    return Objects.requireNonNull(request.getRemoteAddress()).getAddress().getHostAddress();
  }

  @Test
  void addressOfACaller_isToldByTrustedProxiesOnly_andNothingElseIs() {
    ServerHttpRequest ofProxy = passed("10.0.0.1");
    assertThat(address(ofProxy)).isEqualTo("203.0.113.7");
    assertThat(ofProxy.getURI()).hasToString("http://gateway:8070/v1/x");
    assertThat(ofProxy.getPath().value()).isEqualTo("/v1/x");
    assertThat(address(passed("192.0.2.1"))).isEqualTo("192.0.2.1");
  }
}
