package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.PlainJWT;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of a provider of OpenID Connect over HTTP, and locks for them. */
@EveryFifthDay
@Cluster
class GatewayTokensIT {
  @TempDir private static Path folder;
  private static final TokenProvider provider = new TokenProvider();
  private static GatewayFiles files;
  private static RSAKey key;
  private static EmbeddedGateway gateway;

  @BeforeAll
  static void start(Deployment deployment) throws Exception {
    deployment.arbiter();
    key = provider.key(/* isPublished= */ true);
    provider.start();
    files =
        GatewayFiles.in(
            folder,
            "ann                    acme         self  ask,hold,see",
            "oidc:auth0|5f7c        acme         self  ask,hold,see",
            "claim:groups=ed-*      claim:tenant self  ask,hold,see",
            "claim:groups=operators *            *     see,operate");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.putAll(provider.settings());
    gateway = EmbeddedGateway.start(deployment.infrastructure(), 0, settings);
    caller(files.add("ann")).awaitReady();
  }

  @AfterAll
  static void stop() {
    gateway.close();
    provider.close();
  }

  private static GatewayCaller caller(String credential) {
    return GatewayCaller.of(gateway.address(), credential, "s1");
  }

  private static String token(String subject, Map<String, Object> claims) throws Exception {
    return TokenProvider.signed(key, provider.claims(subject, claims).build());
  }

  @Test
  void lockOfAToken_isGrantedRenewedAndReleased_andTellsItsSubject() throws Exception {
    GatewayCaller ann = caller(token("auth0|5f7c", Map.of()));
    Answer granted = ann.upload("t1", "/t1");
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    assertThat(granted.body().path("attributes").path("subject").asString(""))
        .isEqualTo("oidc:auth0|5f7c");
    assertThat(granted.text("subAccount")).isEqualTo("oidc:auth0|5f7c");
    assertThat(ann.renew("t1").status()).isEqualTo(200);
    assertThat(ann.get("t1").text("state")).isEqualTo("granted");
    assertThat(ann.release("t1").status()).isEqualTo(200);
    assertThat(ann.in("other").upload("t2", "/t2").status()).isEqualTo(403);
  }

  @Test
  void tokenOfAKeysName_isSomebodyElse() throws Exception {
    GatewayCaller byKey = caller(files.add("ann"));
    await().until(() -> byKey.get("none").status() != 401);
    assertThat(byKey.upload("k1", "/k1").status()).isEqualTo(201);
    GatewayCaller byToken = caller(token("ann", Map.of("groups", "ed-1", "tenant", "acme")));
    assertThat(byToken.renew("k1").text("reason")).isEqualTo("NOT_HOLDER");
    assertThat(byToken.get("k1").status()).isEqualTo(404);
    assertThat(byToken.with("Sub-Account", "ann").renew("k1").status()).isEqualTo(403);
    assertThat(byToken.upload("k1", "/k1").text("reason")).isEqualTo("ID_CONFLICT");
    assertThat(caller(token("ann", Map.of())).get("k1").status()).isEqualTo(403);
  }

  @Test
  void sendersRightsAndAccounts_areAllowedAsTheRulesSay() throws Exception {
    Map<String, Map<String, Object>> senders = new TreeMap<>();
    senders.put("auth0|5f7c", Map.of());
    senders.put("ed", Map.of("groups", List.of("x", "ed-7"), "tenant", "beta"));
    senders.put("no", Map.of("groups", List.of("editors"), "tenant", "beta"));
    senders.put("op", Map.of("groups", "operators", "tenant", "*"));
    StringBuilder allowed = new StringBuilder();
    for (Map.Entry<String, Map<String, Object>> sender : senders.entrySet()) {
      String token = token(sender.getKey(), sender.getValue());
      for (String account : List.of("acme", "beta", "*")) {
        for (String member : List.of("oidc:" + sender.getKey(), "ann")) {
          GatewayCaller as = caller(token).in(account).with("Sub-Account", member);
          allowed.append(
              "%s in %s as %s:%s%n".formatted(sender.getKey(), account, member, rights(as)));
        }
      }
    }
    assertThat(allowed.toString().lines().filter(line -> !line.endsWith(":")))
        .containsExactly(
            "auth0|5f7c in acme as oidc:auth0|5f7c: ask hold see",
            "ed in beta as oidc:ed: ask hold see",
            "op in acme as oidc:op: see operate",
            "op in acme as ann: see operate",
            "op in beta as oidc:op: see operate",
            "op in beta as ann: see operate",
            "op in * as oidc:op: see operate",
            "op in * as ann: see operate");
  }

  private static String rights(GatewayCaller as) throws Exception {
    StringBuilder rights = new StringBuilder();
    add(rights, " ask", as.send("POST", "/locks/none/yield", ""));
    add(rights, " hold", as.renew("none"));
    add(rights, " see", as.get("none"));
    add(rights, " operate", as.send("POST", "/locks/none/force", ""));
    return rights.toString();
  }

  private static void add(StringBuilder rights, String word, Answer answer) {
    if (answer.status() == 404) {
      rights.append(word);
    } else {
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(403);
    }
  }

  @Test
  void forgedTokens_areRefused_withAChallenge() throws Exception {
    Map<String, Object> editor = Map.of("groups", "operators");
    String good = token("op", editor);
    assertThat(caller(good).get("none").status()).isEqualTo(404);
    String[] parts = good.split("\\.");
    assertInvalid(TokenProvider.signed(provider.key(false), provider.claims("op", editor).build()));
    assertInvalid(new PlainJWT(provider.claims("op", editor).build()).serialize());
    assertInvalid(parts[0] + "." + parts[1] + ".");
    assertInvalid(good + "." + parts[2]);
    assertInvalid(
        TokenProvider.signed(key, provider.claims("op", editor).audience("others").build()));
    assertInvalid(
        TokenProvider.signed(key, provider.claims("op", editor).issuer("http://x").build()));
    assertInvalid(
        TokenProvider.signed(
            key,
            provider
                .claims("op", editor)
                .notBeforeTime(Date.from(Instant.now().plusSeconds(60)))
                .build()));
    Answer ended =
        caller(
                TokenProvider.signed(
                    key,
                    provider
                        .claims("op", editor)
                        .issueTime(null)
                        .expirationTime(Date.from(Instant.now().minusSeconds(1)))
                        .build()))
            .get("none");
    assertThat(ended.status()).isEqualTo(401);
    assertThat(ended.text("reason")).isEqualTo("TOKEN_ENDED");
    String giant = token("op", Map.of("groups", "x".repeat(30_000)));
    assertThat(
            GatewayBytes.exchanged(
                gateway.address(),
                "GET /v1/accounts/acme/locks/none HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + giant
                    + "\r\n\r\n"))
        .matches("(?s)HTTP/1.1 4(13|31|00).*");
    assertThat(caller("nobodys").get("none").text("reason")).isEqualTo("UNKNOWN_KEY");
  }

  private static void assertInvalid(String token) throws Exception {
    Answer answer = caller(token).upload("forged", "/forged");
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(401);
    assertThat(answer.text("reason")).isEqualTo("INVALID_TOKEN");
    assertThat(answer.header("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");
  }

  @Test
  void stream_endsWithItsToken_andAnotherOneGoesOn() throws Exception {
    Map<String, Object> editor = Map.of("groups", "ed-1", "tenant", "acme");
    GatewayCaller brief =
        caller(
            TokenProvider.signed(
                key,
                provider
                    .claims("eve", editor)
                    .expirationTime(Date.from(Instant.now().plusSeconds(4)))
                    .build()));
    try (GatewayStream stream = GatewayStream.open(brief.with(), "", null, each -> {});
        GatewayStream longer =
            GatewayStream.open(caller(token("eve", editor)).with(), "", null, each -> {})) {
      assertThat(stream.status()).isEqualTo(200);
      await().atMost(Duration.ofSeconds(20)).until(stream::hasEnded);
      assertThat(longer.hasEnded()).isFalse();
      assertThat(brief.get("none").text("reason")).isEqualTo("TOKEN_ENDED");
      assertThat(brief.send("GET", "/events", "").status()).isEqualTo(401);
    }
  }

  @Test
  void providerThatIsAwayAtTheStart_holdsUpTokensOnly(Deployment deployment) throws Exception {
    try (TokenProvider late = new TokenProvider()) {
      RSAKey its = late.key(/* isPublished= */ true);
      Map<String, String> settings = new HashMap<>(files.settings(deployment));
      settings.putAll(late.settings());
      try (GatewayProcess process = GatewayProcess.start(deployment, settings)) {
        String address = process.awaitAddress();
        GatewayCaller byKey = caller(files.add("ann")).at(address).awaitReady();
        await().until(() -> byKey.get("none").status() != 401);
        assertThat(byKey.upload("away", "/away").status()).isEqualTo(201);
        GatewayCaller byToken =
            caller(TokenProvider.signed(its, late.claims("auth0|5f7c", Map.of()).build()))
                .at(address);
        Answer away = byToken.upload("later", "/later");
        assertThat(away.status()).as("%s", away.body()).isEqualTo(503);
        assertThat(away.text("reason")).isEqualTo("PROVIDER_UNREACHABLE");
        assertThat(away.header("Retry-After")).contains("5");
        late.start();
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> byToken.upload("later", "/later").status() == 201);
      }
    }
  }
}
