package io.lockarbiter.gateway.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.lockarbiter.gateway.access.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** A provider, its tokens, and a time that is moved. */
final class TokenStage implements AutoCloseable {
  static final RSAKey KEY = made("first");
  static final RSAKey OTHER = made("second");
  private static final Duration LONG = Duration.ofSeconds(120);

  final OwnProvider provider;
  final Tokens tokens;
  private final AtomicLong nanos = new AtomicLong();
  private final Instant began = Instant.parse("2026-11-28T10:00:00Z");

  TokenStage() throws IOException {
    this(options -> options);
  }

  TokenStage(UnaryOperator<ProviderOptions> other) throws IOException {
    provider = new OwnProvider();
    provider.publish(KEY);
    tokens =
        Tokens.of(
            other.apply(
                new ProviderOptions(
                    "oidc",
                    provider.issuer(),
                    null,
                    OwnProvider.AUDIENCE,
                    "sub",
                    List.of("groups", "tenant"),
                    Set.of("RS256", "ES256"),
                    Duration.ofSeconds(30),
                    Duration.ofHours(1),
                    Duration.ofSeconds(50))),
            new Clock() {
              @Override
              public ZoneId getZone() {
                return ZoneOffset.UTC;
              }

              @Override
              public Clock withZone(ZoneId zone) {
                return this;
              }

              @Override
              public Instant instant() {
                return now();
              }
            },
            nanos::get);
  }

  private static RSAKey made(String kid) {
    try {
      return OwnProvider.key(kid);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  Instant now() {
    return began.plusNanos(nanos.get());
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  JWTClaimsSet.Builder claims() {
    return provider.claims("ann", now());
  }

  /** A token that counts. */
  String token() throws JOSEException {
    return OwnProvider.signed(KEY, claims().build());
  }

  String token(JWTClaimsSet.Builder claims) throws JOSEException {
    return OwnProvider.signed(KEY, claims.build());
  }

  static JWSHeader.Builder header() {
    return new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(KEY.getKeyID());
  }

  Identity identify(String token) {
    return Objects.requireNonNull(asked(token).block(LONG));
  }

  Mono<Identity> asked(String token) {
    return tokens.identify(token, InetAddress.getLoopbackAddress());
  }

  @Override
  public void close() {
    provider.close();
  }
}
