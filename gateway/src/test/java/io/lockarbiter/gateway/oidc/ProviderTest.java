package io.lockarbiter.gateway.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider that rotates its keys, is slow, wrong, flooded or away. */
class ProviderTest {
  private TokenStage stage;

  @BeforeEach
  void start() throws Exception {
    stage = new TokenStage();
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  @Test
  void keyThatIsNew_isAskedFor_andOneThatIsWithdrawnCountsNoMore() throws Exception {
    assertCounts(stage.token());
    stage.provider.publish(TokenStage.OTHER);
    String next = OwnProvider.signed(TokenStage.OTHER, stage.claims().build());
    assertRefused(next); // Within 5 s it is not asked again.
    assertThat(stage.provider.reads).hasValue(1);
    stage.pass(Duration.ofSeconds(5));
    assertCounts(next);
    assertRefused(stage.token());
    assertThat(stage.provider.reads).hasValue(2);
  }

  @Test
  void withdrawnKey_countsNoMoreAfterFiveMinutes_alsoIfNobodyAsksForAnother() throws Exception {
    assertCounts(stage.token());
    stage.provider.publish(TokenStage.OTHER);
    stage.pass(Duration.ofMinutes(5).minusSeconds(1));
    stage.tokens.look();
    assertCounts(stage.token());
    stage.pass(Duration.ofSeconds(1));
    stage.tokens.look();
    await().until(() -> stage.provider.reads.get() == 2);
    await().untilAsserted(() -> assertRefused(stage.token()));
  }

  @Test
  void keysOfStrangeKinds_takeNoOtherWithThem() throws Exception {
    String good = TokenStage.KEY.toPublicJWK().toJSONString();
    stage.provider.answer =
        """
        {"keys":[{"kty":"EC","crv":"brainpoolP256r1","x":"AA","y":"AA","kid":"e"},{"kty":"AKP","kid":"p","alg":"ML-DSA-44"},
         {"kid":"none"},7,null,"text",{"kty":"RSA","kid":"r","n":"","e":""},%s]}"""
            .formatted(good);
    assertCounts(stage.token());
  }

  @Test
  void floodOfUnknownKeys_asksTheProviderOnce_andHoldsUpNobodyElse() throws Exception {
    assertCounts(stage.token());
    stage.pass(Duration.ofSeconds(5));
    List<String> forged = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      forged.add(unknown("k" + n));
    }
    stage.provider.open = new CountDownLatch(1);
    List<CompletableFuture<?>> flood = new ArrayList<>();
    forged.forEach(token -> flood.add(stage.asked(token).toFuture()));
    await().until(() -> stage.tokens.asks() == 2);
    assertCounts(stage.token());
    stage.provider.open.countDown();
    for (CompletableFuture<?> each : flood) {
      assertThat(each)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withCauseInstanceOf(TokenRefusedException.class);
    }
    assertThat(stage.provider.reads).hasValue(2);
    for (int n = 0; n < 20; n++) {
      assertRefused(unknown("l" + n));
    }
    assertThat(stage.provider.reads).hasValue(2);
  }

  @Test
  void moreRequestsThanMayWaitForKeys_areToldToComeBack() throws Exception {
    stage.provider.open = new CountDownLatch(1);
    List<CompletableFuture<?>> all = new ArrayList<>();
    String token = stage.token();
    for (int n = 0; n < 1100; n++) {
      all.add(stage.asked(token).toFuture());
    }
    await().until(() -> all.stream().filter(CompletableFuture::isDone).count() == 100);
    assertThat(all.stream().filter(CompletableFuture::isDone))
        .allSatisfy(
            each ->
                assertThat(each)
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .withCauseInstanceOf(ProviderAwayException.class)
                    .withMessageContaining("too many requests wait"));
    stage.provider.open.countDown();
    await().until(() -> all.stream().allMatch(CompletableFuture::isDone));
    assertThat(all.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(100);
    assertCounts(stage.token());
  }

  @Test
  void providerThatIsAway_isToldSo_andItsKeysCountForAnHour() throws Exception {
    stage.provider.leave();
    stage.tokens.look();
    assertAway(stage.token());
    stage.provider.comeBack();
    assertAway(stage.token()); // Within 5 s it is not asked again.
    stage.pass(Duration.ofSeconds(5));
    assertCounts(stage.token());

    stage.provider.leave();
    stage.pass(Duration.ofMinutes(60));
    assertAway(OwnProvider.signed(TokenStage.OTHER, stage.claims().build()));
    assertCounts(stage.token());
    assertThat(stage.tokens.problem()).isNotNull();
    stage.pass(Duration.ofMillis(1));
    assertAway(stage.token());
    stage.provider.comeBack();
    stage.pass(Duration.ofSeconds(5));
    assertCounts(stage.token());
    assertThat(stage.tokens.problem()).isNull();
  }

  @Test
  void providerThatAnswersTooSlowly_isAway() throws Exception {
    try (TokenStage impatient =
        new TokenStage(
            o ->
                new ProviderOptions(
                    o.name(),
                    o.issuer(),
                    null,
                    o.audience(),
                    o.subjectClaim(),
                    o.claims(),
                    o.algorithms(),
                    o.clockSkew(),
                    o.keepKeys(),
                    Duration.ofMillis(100)))) {
      impatient.provider.open = new CountDownLatch(1);
      assertThatThrownBy(() -> impatient.identify(impatient.token()))
          .isInstanceOf(ProviderAwayException.class)
          .hasMessageContaining("it did not answer within 100 ms");
      impatient.provider.open.countDown();
    }
  }

  @Test
  void wrongAnswers_changeNoKeys() throws Exception {
    assertCounts(stage.token());
    for (String wrong :
        List.of(
            "",
            "no JSON",
            "[]",
            "{}",
            "{\"keys\":7}",
            "{\"keys\":[{\"kty\":\"RSA\"}]}",
            "[".repeat(200_000),
            "{\"keys\":[%s]%s}".formatted(TokenStage.OTHER.toPublicJWK(), " ".repeat(1 << 20)),
            "{\"keys\":["
                + String.join(
                    ",",
                    Stream.generate(() -> TokenStage.OTHER.toPublicJWK().toJSONString())
                        .limit(101)
                        .toList())
                + "]}")) {
      stage.provider.answer = wrong;
      stage.pass(Duration.ofSeconds(5));
      assertAway(OwnProvider.signed(TokenStage.OTHER, stage.claims().build()));
      assertCounts(stage.token());
    }
    stage.provider.answer = null;
    stage.provider.otherIssuer = "http://127.0.0.1:1";
    stage.pass(Duration.ofSeconds(5));
    assertAway(OwnProvider.signed(TokenStage.OTHER, stage.claims().build()));
    assertThat(stage.tokens.problem()).isEqualTo("its discovery is of another issuer");
  }

  @Test
  void keysThatSignNothing_areLeftOut() throws Exception {
    RSAKey weak = weak();
    RSAKey forEncryption =
        new RSAKey.Builder(TokenStage.OTHER).keyUse(KeyUse.ENCRYPTION).algorithm(null).build();
    stage.provider.answer =
        "{\"keys\":[%s,%s,{\"kty\":\"oct\",\"kid\":\"secret\",\"k\":\"c2VjcmV0\"},{\"kty\":\"NEW\"}]}"
            .formatted(weak.toPublicJWK(), forEncryption.toPublicJWK());
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("weak").build();
    JWSObject byWeak = new JWSObject(header, new Payload(stage.claims().build().toJSONObject()));
    byWeak.sign(new RSASSASigner(weak.toPrivateKey(), /* allowWeakKey= */ true));
    assertRefused(byWeak.serialize());
    assertRefused(OwnProvider.signed(TokenStage.OTHER, stage.claims().build()));
  }

  private static RSAKey weak() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair pair = generator.generateKeyPair();
    return new RSAKey.Builder((RSAPublicKey) pair.getPublic())
        .privateKey(pair.getPrivate())
        .keyID("weak")
        .build();
  }

  @Test
  void addressesOfKeys_areSafeOrHere() {
    for (String good :
        List.of(
            "https://id.example",
            "http://localhost:8080/realms/x",
            "http://127.0.0.1:1",
            "http://[::1]:1")) {
      assertThat(ProviderAddress.problem(good)).as(good).isNull();
    }
    for (String bad :
        List.of(
            "http://id.example",
            "http://localhost.example",
            "http://127.0.0.1@id.example",
            "file:///etc/passwd",
            "ftp://localhost/x",
            "https:",
            "id.example",
            "",
            "https://a b")) {
      assertThat(ProviderAddress.problem(bad)).as(bad).isNotNull();
    }
  }

  private String unknown(String kid) throws Exception {
    String[] parts = stage.token().split("\\.");
    return TokenStage.header().keyID(kid).build().toBase64URL() + "." + parts[1] + "." + parts[2];
  }

  private void assertCounts(String token) {
    assertThat(stage.identify(token).subject()).isEqualTo("oidc:ann");
  }

  private void assertRefused(String token) {
    assertThatThrownBy(() -> stage.identify(token)).isInstanceOf(TokenRefusedException.class);
  }

  private void assertAway(String token) {
    assertThatThrownBy(() -> stage.identify(token))
        .isInstanceOf(ProviderAwayException.class)
        .satisfies(
            e ->
                assertThat(((ProviderAwayException) e).retryAfter())
                    .isEqualTo(Duration.ofSeconds(5)));
  }
}
