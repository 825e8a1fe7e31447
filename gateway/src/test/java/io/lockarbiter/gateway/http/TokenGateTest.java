package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.RSAKey;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.access.Rules;
import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.DeskOptions;
import io.lockarbiter.gateway.oidc.OwnProvider;
import io.lockarbiter.gateway.oidc.ProviderOptions;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.stream.Standing;
import io.lockarbiter.testing.SimulatedTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

class TokenGateTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private OwnProvider provider;
  private RSAKey key;

  @BeforeEach
  void start() throws Exception {
    provider = new OwnProvider();
    key = OwnProvider.key("key");
    provider.publish(key);
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private Gate gate(boolean hasProvider) throws Exception {
    Path keys =
        Files.write(
            folder.resolve("keys"),
            List.of(ApiKeys.line("ann", "secret"), ApiKeys.line("dots", "a.b.c")));
    Path rules =
        Files.write(
            folder.resolve("rules"),
            List.of("ann acme self ask", "claim:groups=editors claim:tenant self see"));
    Quota quota = new Quota(100, () -> 0);
    return new Gate(
        new Access(
            new WatchedFile<>(keys, "keys", ApiKeys::of),
            new WatchedFile<>(
                rules, "rules", lines -> Rules.of(lines, "oidc", Set.of("groups", "tenant"))),
            () -> 0),
        hasProvider ? tokens() : null,
        new Quotas(quota, quota, quota, quota, quota));
  }

  private Tokens tokens() {
    return Tokens.of(
        new ProviderOptions(
            "oidc",
            provider.issuer(),
            null,
            OwnProvider.AUDIENCE,
            "sub",
            List.of("groups", "tenant"),
            Set.of("RS256"),
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(50)),
        Clock.systemUTC(),
        System::nanoTime);
  }

  private static ServerRequest request(@Nullable String credential) {
    MockServerHttpRequest.BaseBuilder<?> request = MockServerHttpRequest.get("/");
    if (credential != null) {
      request.header("Authorization", credential);
    }
    return ServerRequest.create(
        MockServerWebExchange.from(request), HandlerStrategies.withDefaults().messageReaders());
  }

  private static Caller caller(Gate gate, String credential) {
    ServerRequest request = request("Bearer " + credential);
    gate.identify(request).block(LONG);
    return gate.caller(request);
  }

  private String token(String subject) throws Exception {
    return OwnProvider.signed(
        key,
        provider
            .claims(subject, Instant.now())
            .claim("groups", List.of("editors"))
            .claim("tenant", "beta")
            .build());
  }

  @Test
  void tokenOfAKeysSubject_isAnother_andHasOtherRights() throws Exception {
    Gate gate = gate(true);
    Caller byKey = caller(gate, "secret");
    Caller byToken = caller(gate, token("ann"));
    assertThat(byKey.subject()).isEqualTo("ann");
    assertThat(byToken.subject()).isEqualTo("oidc:ann");
    assertThat(byToken.member()).isEqualTo("oidc:ann");
    gate.require(byKey, "acme", Right.ASK);
    gate.require(byToken, "beta", Right.SEE);
    assertThatThrownBy(() -> gate.require(byToken, "acme", Right.ASK)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> gate.require(byToken, "acme", Right.SEE))
        .hasMessage(
            "you may not do that in this account and in this name; the gateway's log says which rule is missing");
    assertThatThrownBy(() -> gate.require(byKey, "beta", Right.SEE)).isInstanceOf(Refused.class);
    assertThat(gate.standing(byToken, "beta", false).ended()).isNull();
    assertThat(gate.standing(byToken, "acme", false).ended()).isEqualTo(Standing.CHANGED);
    assertThat(caller(gate, "a.b.c").subject()).as("a key with dots").isEqualTo("dots");
  }

  @Test
  void credentialThatIsNobodys_isRefusedWithItsReason() throws Exception {
    Gate gate = gate(true);
    assertRefused(gate, null, "UNKNOWN_KEY", 401);
    assertRefused(gate, "Basic YTpi", "UNKNOWN_KEY", 401);
    assertRefused(gate, "Bearer nobodys", "UNKNOWN_KEY", 401);
    assertRefused(gate, "Bearer x.y.z", "INVALID_TOKEN", 401);
    assertRefused(gate, "Bearer " + token("ann") + "x", "INVALID_TOKEN", 401);
    assertRefused(
        gate,
        "Bearer "
            + OwnProvider.signed(
                key,
                provider
                    .claims("ann", Instant.now())
                    .issueTime(null)
                    .expirationTime(Date.from(Instant.now().minusSeconds(2)))
                    .build()),
        "TOKEN_ENDED",
        401);
    assertRefused(gate(false), "Bearer " + token("ann"), "UNKNOWN_KEY", 401);
    provider.leave();
    assertRefused(gate(true), "Bearer " + token("ann"), "PROVIDER_UNREACHABLE", 503);
    assertRefused(gate(true), "Bearer nobodys", "UNKNOWN_KEY", 401);
    assertThat(caller(gate(true), "secret").subject()).isEqualTo("ann");
  }

  private static void assertRefused(
      Gate gate, @Nullable String credential, String reason, int status) {
    assertThatThrownBy(() -> gate.identify(request(credential)).block(LONG))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.status().value()).isEqualTo(status);
              ServerResponse response =
                  Objects.requireNonNull(
                      Problems.response(refused, JsonMapper.shared()).block(LONG));
              assertThat(response.headers().getFirst("WWW-Authenticate"))
                  .isEqualTo(
                      status != 401
                          ? null
                          : reason.equals("UNKNOWN_KEY")
                              ? "Bearer"
                              : "Bearer error=\"invalid_token\"");
              assertThat(response.headers().getFirst("Retry-After"))
                  .isEqualTo(status == 503 ? "5" : null);
            });
  }

  @Test
  void requestOfNobodyThatIsKnown_isAMistakeOfTheGateway() throws Exception {
    Gate gate = gate(true);
    assertThatThrownBy(() -> gate.caller(request("Bearer secret")))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Or a late copy would look younger by the time for which the provider was waited for. */
  @Test
  void arrival_isNotedBeforeTheProviderIsAsked() throws Exception {
    SimulatedTime time = new SimulatedTime();
    CommandDesk desk =
        new CommandDesk(
            new DeskOptions(Duration.ZERO, LONG, 3),
            ClientAddress.of("gateway", new Random(1)),
            time,
            new CommandSender() {
              @Override
              public void send(AccountCommand command, Consumer<SendFailure> failed) {
                throw new UnsupportedOperationException();
              }

              @Override
              public void close() {
                // Nothing is kept back.
              }
            },
            new Random(2));
    provider.open = new CountDownLatch(1);
    AtomicLong arrived = new AtomicLong();
    long began = desk.nanoTime();
    Mono<ServerResponse> answer =
        Routes.known(
                gate(true),
                desk,
                request -> {
                  arrived.set(Arrival.of(request));
                  return ServerResponse.ok().build();
                })
            .handle(request("Bearer " + token("ann")))
            .cache();
    var subscription = answer.subscribe();
    time.pass(Duration.ofSeconds(4));
    provider.open.countDown();
    answer.block(LONG);
    subscription.dispose();
    assertThat(arrived).hasValue(began);
    assertThat(desk.nanoTime()).isEqualTo(began + Duration.ofSeconds(4).toNanos());
    assertThatThrownBy(() -> Arrival.of(request(null))).isInstanceOf(IllegalStateException.class);
  }
}
