package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.access.Quotas;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;

class CallerGateTest {
  @TempDir private Path folder;

  @Test
  void subjectThatOpenedTooManyStreams_stillAsks_andThatAskedTooOften_stillRenewsAndReleases()
      throws Exception {
    Gate gate = gate();
    for (int n = 0; n < 3; n++) {
      gate.reader(known(gate));
    }
    assertThatThrownBy(() -> gate.reader(known(gate))).isInstanceOf(Refused.class);
    gate.caller(known(gate));
    gate.caller(known(gate));
    assertThatThrownBy(() -> gate.caller(known(gate))).isInstanceOf(Refused.class);
    assertThat(gate.holder(known(gate)).subject()).isEqualTo("web");
    gate.count(gate.holder(known(gate)), 9);
    gate.count(gate.holder(known(gate)), 0);
  }

  @Test
  void subjectThatWasGivenTooManyBytes_isRefusedFurtherAnswers_andNothingElse() throws Exception {
    Gate gate = gate();
    Caller caller = gate.holder(known(gate));
    gate.countAnswer(caller, 30);
    assertThatThrownBy(() -> gate.countAnswer(caller, 30))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo("TOO_MANY_BYTES");
              assertThat(refused.status()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
              assertThat(refused.retryAfter()).isPositive();
            })
        .hasMessageContaining("so this answer of 30 bytes is kept back. Ask again after")
        .hasMessageEndingWith("raise lockarbiter.gateway.bytes-per-minute");
    gate.countAnswer(caller, 20);
    gate.countAnswer(caller, 0);
    gate.count(caller, 5);
    gate.caller(known(gate));
  }

  private Gate gate() throws Exception {
    return Gates.of(
        folder,
        "hold",
        new Quotas(
            new Quota(2, () -> 0),
            new Quota(20, () -> 0),
            new Quota(3, () -> 0),
            new Quota(5, () -> 0),
            new Quota(50, () -> 0)));
  }

  @Test
  void headersInUtf8_areRead_andOthersRefused() {
    String bytes = new String("müller".getBytes(UTF_8), ISO_8859_1);
    assertThat(Gate.header(request("Session", bytes), "Session")).isEqualTo("müller");
    assertThatThrownBy(() -> Gate.header(request("Session", "müller"), "Session"))
        .hasMessageStartingWith("the header Session is not UTF-8");
  }

  private static ServerRequest known(Gate gate) {
    ServerRequest request = request("Session", "s");
    gate.identify(request).block();
    return request;
  }

  private static ServerRequest request(String name, String value) {
    return ServerRequest.create(
        MockServerWebExchange.from(
            MockServerHttpRequest.get("/")
                .header("Authorization", "Bearer secret")
                .header(name, value)),
        HandlerStrategies.withDefaults().messageReaders());
  }
}
