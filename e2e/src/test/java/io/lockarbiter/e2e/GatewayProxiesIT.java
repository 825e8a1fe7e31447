package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers by which a caller could pass for a proxy. */
@Cluster
class GatewayProxiesIT {
  @Test
  void headersOfACaller_changeNoAddressInAnAnswer(Deployment deployment) throws Exception {
    deployment.arbiter();
    EmbeddedGateway gateway = deployment.gateway();
    GatewayCaller me =
        GatewayCaller.of(gateway.address(), gateway.key(), "s1")
            .awaitReady()
            .with("X-Forwarded-For", "203.0.113.7")
            .with("X-Forwarded-Host", "evil.example")
            .with("X-Forwarded-Prefix", "//evil.example")
            .with("Forwarded", "for=203.0.113.7;host=evil.example;proto=https");
    Answer granted = me.upload("p1", "/p1");
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    assertThat(granted.header("Location")).contains("/v1/accounts/acme/locks/p1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"framework", "native"})
  void settingThatBelievesThem_isRefusedAtTheStart(String strategy, Deployment deployment) {
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.topics.prefix", deployment.prefix());
    settings.put("server.forward-headers-strategy", strategy);
    assertThatThrownBy(
            () -> EmbeddedGateway.start(deployment.infrastructure(), 0, settings).close())
        .rootCause()
        .hasMessageStartingWith(
            "server.forward-headers-strategy=" + strategy + ", expected none; any caller could");
  }
}
