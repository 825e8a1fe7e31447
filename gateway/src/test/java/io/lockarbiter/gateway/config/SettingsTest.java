package io.lockarbiter.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.policy.PolicyOptions;
import io.lockarbiter.service.StartupRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;

/** Settings that are refused, because they would not do what they seem to. */
class SettingsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static PolicyProperties policy(@Nullable String url, Duration timeout, Duration keep) {
    return new PolicyProperties(url, List.of(Right.ASK, Right.HOLD), timeout, keep, 256);
  }

  @Test
  void addressOfThePolicyEngine_isSafeOrHere() {
    for (String good :
        List.of("http://localhost:8181/v1/data/locks/allow", "https://opa.example/v1/data/x")) {
      PolicyOptions options = Objects.requireNonNull(policy(good, SECOND, Duration.ZERO).options());
      assertThat(options.address()).hasToString(good);
      assertThat(options.rights()).isEqualTo(Set.of(Right.ASK, Right.HOLD));
    }
    assertThat(policy(null, SECOND, SECOND).options()).isNull();
    for (String bad : List.of("http://opa.example/v1/data/x", "", "localhost:8181", "file:///x")) {
      assertThatThrownBy(() -> policy(bad, SECOND, SECOND))
          .as(bad)
          .hasMessageStartingWith("lockarbiter.gateway.policy.url=" + bad + ", expected");
    }
    assertThatThrownBy(() -> policy("http://opa.example/x", SECOND, SECOND))
        .hasMessageEndingWith("so others could answer in the place of the engine");
  }

  @Test
  void passwordInTheAddressOfThePolicyEngine_isRefused_andNotShown() {
    assertThatThrownBy(() -> policy("https://ann:secret@opa.example/v1/data/x", SECOND, SECOND))
        .hasMessage(
            "lockarbiter.gateway.policy.url=https://...@opa.example/v1/data/x, expected the address of a rule of the policy engine; this one has a user or a password, which is not sent, and would stand in logs");
  }

  @Test
  void headersAboutAddresses_areBelievedOfNobody() {
    WebConfiguration.requireOwnWord("none");
    WebConfiguration.requireOwnWord("NONE");
    for (String bad : List.of("framework", "native", "NATIVE", "")) {
      assertThatThrownBy(() -> WebConfiguration.requireOwnWord(bad))
          .as(bad)
          .isInstanceOf(StartupRefusedException.class)
          .hasMessageStartingWith("server.forward-headers-strategy=" + bad + ", expected none; any")
          .hasMessageEndingWith("name your proxies in lockarbiter.gateway.trusted-proxies");
    }
  }

  @Test
  void timesOfThePolicyEngine_areBounded() {
    assertThatThrownBy(() -> policy(null, Duration.ZERO, SECOND)).hasMessageContaining("timeout=");
    assertThatThrownBy(() -> policy(null, Duration.ofMillis(10_001), SECOND))
        .hasMessageContaining("timeout=");
    assertThatThrownBy(() -> policy(null, SECOND, Duration.ofMillis(60_001)))
        .hasMessageContaining("keep=");
    assertThatThrownBy(() -> new PolicyProperties(null, List.of(), SECOND, SECOND, 256))
        .hasMessageContaining("rights=");
    assertThatThrownBy(() -> new PolicyProperties(null, List.of(Right.ASK), SECOND, SECOND, 3))
        .hasMessageContaining("in-flight=");
  }

  @Test
  void claimsThatAreTimes_areRefused_forNoRuleFitsThem() {
    assertThat(oidc("groups", "aud").claims()).containsExactly("groups", "aud");
    assertThatThrownBy(() -> oidc("groups", "exp"))
        .hasMessageStartingWith("lockarbiter.gateway.oidc.claims=[groups, exp], expected names");
  }

  private static OidcProperties oidc(String... claims) {
    return new OidcProperties(
        null,
        null,
        "oidc",
        null,
        "sub",
        List.of(claims),
        List.of(SignatureAlgorithm.RS256),
        SECOND,
        Duration.ofHours(1),
        SECOND);
  }
}
