package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;

class WishesTest {
  private static ServerRequest request(String address, String... header) {
    MockServerHttpRequest.BaseBuilder<?> made =
        MockServerHttpRequest.method(HttpMethod.GET, URI.create(address));
    if (header.length > 0) {
      made.header(header[0], header[1]);
    }
    return ServerRequest.create(
        MockServerWebExchange.from(made), HandlerStrategies.withDefaults().messageReaders());
  }

  @Test
  void addressWhoseNamesWouldBeTakenForOthers_isRefused() {
    for (String good :
        new String[] {"/locks/a%3Bb", "/locks/Zo%C3%AB?x=%F0%9F%99%82", "/", "/a+b?c"}) {
      Wishes.requirePlainAddress(request(good));
    }
    assertThatThrownBy(() -> Wishes.requirePlainAddress(request("/locks/a;b/renew")))
        .hasMessage(
            "the path of the address has a semicolon, at which a name would be cut off; nothing was sent. Escape each name: a semicolon is %3B");
    for (String bad :
        new String[] {
          "/locks/%ff", "/locks/%C3", "/locks/%ED%A0%80", "/locks/ë", "/?after=%C3%28"
        }) {
      assertThatThrownBy(() -> Wishes.requirePlainAddress(request(bad)))
          .as(bad)
          .isInstanceOf(Refused.class)
          .hasMessageStartingWith("the address has bytes that are no UTF-8, or not escaped; names");
    }
  }

  @Test
  void age_isAWholeNumber_andNothingElse() {
    assertThat(Wishes.ageOf(request("/"))).isZero();
    assertThat(Wishes.ageOf(request("/", "Request-Age", "0"))).isZero();
    assertThat(Wishes.ageOf(request("/", "Request-Age", "999999999999")))
        .isEqualTo(Duration.ofMillis(999_999_999_999L));
    for (String bad : new String[] {"-1", "+1", "1.5", "1e3", "", "9999999999999", "0x10"}) {
      assertThatThrownBy(() -> Wishes.ageOf(request("/", "Request-Age", bad)))
          .as(bad)
          .isInstanceOf(Refused.class)
          .hasMessage("Request-Age is no whole number of at most 12 digits");
    }
  }
}
