package io.lockarbiter.gateway.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSObjectJSON;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.lockarbiter.gateway.access.Identity;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tokens that count, and forged ones, by a provider on this machine. */
class TokensTest {
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
  void tokenOfTheProvider_tellsSubjectClaimsAndEnd() throws Exception {
    Identity who =
        stage.identify(
            stage.token(
                stage
                    .claims()
                    .claim("groups", List.of("editors", "", 7, true, Map.of("a", "b")))
                    .claim("tenant", "acme")
                    .claim("other", "x")));
    assertThat(who.subject()).isEqualTo("oidc:ann");
    assertThat(who.claims())
        .isEqualTo(Map.of("groups", List.of("editors", "7", "true"), "tenant", List.of("acme")));
    assertThat(who.endsAt()).isEqualTo(stage.now().plusSeconds(330));
    assertThat(stage.identify(stage.token()).claims())
        .isEqualTo(Map.of("groups", List.of(), "tenant", List.of()));
  }

  @Test
  void forgedTokens_areRefused() throws Exception {
    String good = stage.token();
    assertThat(stage.identify(good).subject()).isEqualTo("oidc:ann");
    String[] parts = good.split("\\.");
    assertRefused("no signature", parts[0] + "." + parts[1] + ".");
    assertRefused("two parts", parts[0] + "." + parts[1]);
    assertRefused("two signatures", good + "." + parts[2]);
    assertRefused(
        "another content",
        parts[0] + "." + encoded(stage.claims().subject("root").build()) + "." + parts[2]);
    assertRefused("alg=none", new PlainJWT(stage.claims().build()).serialize());
    assertRefused(
        "alg=none with a signature",
        encoded("{\"alg\":\"none\"}") + "." + parts[1] + "." + parts[2]);
    assertRefused("not JSON", encoded("[[[[") + "." + parts[1] + "." + parts[2]);
    assertRefused("dots", "..");
    assertRefused(
        "deep JSON", encoded("{\"alg\":" + "[".repeat(6000)) + "." + parts[1] + "." + parts[2]);
    assertRefused(
        "deep content",
        signedText("{\"sub\":\"ann\",\"x\":" + "[".repeat(4000) + "]".repeat(4000) + "}"));
  }

  @Test
  void publicKeyAsASecret_isRefused_andTheProviderIsNotAskedForIt() throws Exception {
    stage.identify(stage.token());
    int reads = stage.provider.reads.get();
    byte[] der = TokenStage.KEY.toRSAPublicKey().getEncoded();
    byte[] pem =
        ("-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END PUBLIC KEY-----\n")
            .getBytes(UTF_8);
    for (byte[] secret :
        List.of(der, pem, TokenStage.KEY.toPublicJWK().toJSONString().getBytes(UTF_8))) {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
              stage.claims().build());
      token.sign(new MACSigner(secret));
      assertRefused("HS256", token.serialize());
    }
    stage.pass(Duration.ofSeconds(10));
    SignedJWT unknown =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("none").build(),
            stage.claims().build());
    unknown.sign(new MACSigner(der));
    assertRefused("HS256 of an unknown key", unknown.serialize());
    assertThat(stage.provider.reads).hasValue(reads);
  }

  @Test
  void algorithmThatIsNotInTheList_isRefused() throws Exception {
    assertRefused(
        "RS512",
        OwnProvider.signed(
            RSAKey.parse(withoutAlgorithm()),
            new JWSHeader.Builder(JWSAlgorithm.RS512).keyID("first").build(),
            stage.claims().build()));
  }

  private static Map<String, Object> withoutAlgorithm() {
    Map<String, Object> key = new HashMap<>(TokenStage.KEY.toJSONObject());
    key.remove("alg");
    return key;
  }

  @Test
  void keysThatTheTokenBrings_areIgnored() throws Exception {
    assertRefused("unknown key", OwnProvider.signed(TokenStage.OTHER, stage.claims().build()));
    for (JWSHeader.Builder header :
        List.of(
            TokenStage.header().keyID("first"),
            TokenStage.header().keyID("../../../../dev/null"),
            TokenStage.header().keyID(stage.provider.issuer() + "/keys"),
            TokenStage.header().keyID("' or 1=1"),
            TokenStage.header().keyID(""),
            TokenStage.header().keyID(null),
            TokenStage.header().jwk(TokenStage.OTHER.toPublicJWK()),
            TokenStage.header().keyID("second").jwk(TokenStage.OTHER.toPublicJWK()),
            TokenStage.header().jwkURL(URI.create(stage.provider.issuer() + "/own")),
            TokenStage.header().x509CertURL(URI.create(stage.provider.issuer() + "/own")),
            TokenStage.header()
                .x509CertChain(List.of(com.nimbusds.jose.util.Base64.encode(new byte[100]))))) {
      assertRefused(
          header.build().toString(),
          OwnProvider.signed(TokenStage.OTHER, header.build(), stage.claims().build()));
    }
    assertThat(
            stage
                .identify(
                    OwnProvider.signed(
                        TokenStage.KEY,
                        TokenStage.header().jwkURL(URI.create("http://127.0.0.1:1/x")).build(),
                        stage.claims().build()))
                .subject())
        .as("a good one that names an address")
        .isEqualTo("oidc:ann");
  }

  @Test
  void tokenWithoutAKeyId_countsIfAKeyOfTheProviderSignedIt() throws Exception {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).build();
    assertThat(
            stage
                .identify(OwnProvider.signed(TokenStage.KEY, header, stage.claims().build()))
                .subject())
        .isEqualTo("oidc:ann");
  }

  @Test
  void issuerAudienceAndTypeOfOthers_areRefused() throws Exception {
    String issuer = stage.provider.issuer();
    for (String other : List.of(issuer + "/", issuer.toUpperCase(Locale.ROOT), "x", "")) {
      assertRefused("issuer " + other, stage.token(stage.claims().issuer(other)));
    }
    assertRefused("no issuer", stage.token(stage.claims().issuer(null)));
    assertRefused("audience of others", stage.token(stage.claims().audience("others")));
    assertRefused("no audience", stage.token(stage.claims().audience((String) null)));
    assertRefused("audience", stage.token(stage.claims().audience(List.of("lock", "Locks"))));
    assertThat(
            stage.identify(stage.token(stage.claims().audience(List.of("a", "locks")))).subject())
        .isEqualTo("oidc:ann");
    assertRefused("logout", typed("logout+jwt"));
    assertRefused("type", typed("dpop+jwt"));
    assertThat(stage.identify(typed("at+jwt")).subject()).isEqualTo("oidc:ann");
    assertThat(stage.identify(typed("JWT")).subject()).isEqualTo("oidc:ann");
  }

  private String typed(String type) throws JOSEException {
    return OwnProvider.signed(
        TokenStage.KEY,
        TokenStage.header().type(new JOSEObjectType(type)).build(),
        stage.claims().build());
  }

  @Test
  void timesOfATokenCount_withTheDifferenceOfClocks() throws Exception {
    Instant now = stage.now();
    assertThat(
            ended(
                stage.token(
                    stage
                        .claims()
                        .expirationTime(Date.from(now.minusSeconds(31)))
                        .issueTime(null))))
        .isTrue();
    assertThat(
            stage
                .identify(
                    stage.token(
                        stage
                            .claims()
                            .expirationTime(Date.from(now.minusSeconds(29)))
                            .issueTime(null)))
                .subject())
        .isEqualTo("oidc:ann");
    assertThat(ended(stage.token(stage.claims().notBeforeTime(Date.from(now.plusSeconds(31))))))
        .isFalse();
    stage.identify(stage.token(stage.claims().notBeforeTime(Date.from(now.plusSeconds(29)))));
    assertThat(ended(stage.token(stage.claims().expirationTime(null)))).as("no end").isFalse();
    for (Object end : Arrays.asList("tomorrow", Long.MAX_VALUE, 1e300, -1, true, Map.of())) {
      assertRefused("end " + end, signedText(content("exp", end)));
    }
    stage.identify(stage.token(stage.claims().expirationTime(new Date(253_402_300_799_000L))));
  }

  @Test
  void tokenThatEndsMeanwhile_isToldSo_withItsSignatureOnly() throws Exception {
    String token = stage.token();
    assertThat(stage.identify(token).subject()).isEqualTo("oidc:ann");
    stage.pass(Duration.ofSeconds(331));
    assertThat(ended(token)).isTrue();
    String forged =
        OwnProvider.signed(TokenStage.OTHER, TokenStage.header().build(), stage.claims().build());
    stage.pass(Duration.ofSeconds(331));
    assertThat(ended(forged)).isFalse();
  }

  @Test
  void subjects_areTexts() throws Exception {
    assertRefused("none", stage.token(stage.claims().subject(null)));
    assertRefused("blank", stage.token(stage.claims().subject(" \t")));
    assertRefused(
        "half a character", signedText(content("sub", "HALF").replace("HALF", "\\ud800")));
    assertRefused("an object", signedText(content("sub", Map.of("a", "b"))));
    assertThat(stage.identify(stage.token(stage.claims().subject("auth0|5f7c"))).subject())
        .isEqualTo("oidc:auth0|5f7c");
  }

  @Test
  void tokenWithMoreValuesThanRulesLookAt_isRefused() throws Exception {
    assertRefused(
        "501 groups", stage.token(stage.claims().claim("groups", Collections.nCopies(501, "g"))));
    stage.identify(stage.token(stage.claims().claim("groups", Collections.nCopies(500, "g"))));
  }

  @Test
  void keysOfACurve_count_andWeakOnesDoNot() throws Exception {
    ECKey curve = new ECKeyGenerator(Curve.P_256).keyID("curve").generate();
    stage.provider.answer = "{\"keys\":[" + curve.toPublicJWK() + "]}";
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("curve").build(),
            stage.claims().build());
    token.sign(new ECDSASigner(curve));
    assertThat(stage.identify(token.serialize()).subject()).isEqualTo("oidc:ann");
    String[] parts = token.serialize().split("\\.");
    assertRefused(
        "a signature of zeros", parts[0] + "." + parts[1] + "." + Base64URL.encode(new byte[64]));
  }

  @Test
  void jsonFormOfASignature_isRefused() throws Exception {
    JWSObjectJSON json = new JWSObjectJSON(new Payload(stage.claims().build().toJSONObject()));
    json.sign(TokenStage.header().build(), new RSASSASigner(TokenStage.KEY));
    assertRefused("JSON", json.serializeGeneral());
  }

  @Test
  void otherClaimAsTheSubject_isTaken() throws Exception {
    try (TokenStage other =
        new TokenStage(
            o ->
                new ProviderOptions(
                    "staff",
                    o.issuer(),
                    URI.create(o.issuer() + "/keys"),
                    o.audience(),
                    "email",
                    List.of(),
                    Set.of("RS256"),
                    o.clockSkew(),
                    o.keepKeys(),
                    o.timeout()))) {
      assertThat(
              other.identify(other.token(other.claims().claim("email", "a@b.example"))).subject())
          .isEqualTo("staff:a@b.example");
    }
  }

  private String content(String claim, Object value) {
    Map<String, Object> all = new HashMap<>(stage.claims().build().toJSONObject());
    all.put(claim, value);
    return JsonMapper.shared().writeValueAsString(all);
  }

  /** A content that no builder makes, with a good signature. */
  private static String signedText(String content) throws JOSEException {
    JWSObject token = new JWSObject(TokenStage.header().build(), new Payload(content));
    token.sign(new RSASSASigner(TokenStage.KEY));
    return token.serialize();
  }

  private static String encoded(JWTClaimsSet claims) {
    return encoded(claims.toString());
  }

  private static String encoded(String text) {
    return Base64URL.encode(text).toString();
  }

  private boolean ended(String token) {
    try {
      stage.identify(token);
    } catch (TokenRefusedException e) {
      return e.hasEnded();
    }
    throw new AssertionError("the token counts");
  }

  private void assertRefused(String why, String token) {
    assertThatThrownBy(() -> stage.identify(token))
        .as(why)
        .isInstanceOf(TokenRefusedException.class)
        .satisfies(e -> assertThat(((TokenRefusedException) e).hasEnded()).isFalse());
  }
}
