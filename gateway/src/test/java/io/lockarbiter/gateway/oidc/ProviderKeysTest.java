package io.lockarbiter.gateway.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Keys for a token, found or asked for. */
class ProviderKeysTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** The look at the keys was just before the answer, the question just after it. */
  @Test
  void keyThatIsReadMeanwhile_isFound() throws Exception {
    Sinks.One<List<JWK>> answer = Sinks.one();
    ProviderKeys keys = new ProviderKeys("issuer", HOUR, answer::asMono, () -> 0L);
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k0").build();
    keys.look();
    CompletableFuture<List<JWK>> found = new CompletableFuture<>();
    Thread asks =
        new Thread(() -> found.complete(Objects.requireNonNull(keys.matching(header).block(HOUR))));
    synchronized (keys) {
      asks.start();
      while (asks.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      answer.tryEmitValue(made(1));
    }
    asks.join();
    assertThat(found.join()).hasSize(1);
  }

  @Test
  void tokenWithoutKeyId_isTriedWithEightKeysAtMost() throws Exception {
    List<JWK> made = made(20);
    ProviderKeys keys = new ProviderKeys("issuer", HOUR, () -> Mono.just(made), () -> 0L);
    keys.look();
    assertThat(keys.matching(new JWSHeader(JWSAlgorithm.ES256)).block()).hasSize(8);
    JWSHeader named = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k19").build();
    assertThat(keys.matching(named).block()).hasSize(1);
  }

  private static List<JWK> made(int number) throws Exception {
    List<JWK> keys = new ArrayList<>();
    for (int n = 0; n < number; n++) {
      keys.add(new ECKeyGenerator(Curve.P_256).keyID("k" + n).generate());
    }
    return keys;
  }
}
