package io.lockarbiter.gateway.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jwt.SignedJWT;
import io.lockarbiter.contracts.lock.VisibleText;
import io.lockarbiter.gateway.access.Digest;
import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.ask.BusyException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.MappedJwtClaimSetConverter;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Tells the sender of a token. The token must be signed by a key of the provider, by an algorithm
 * of the list, and be of its issuer, for this audience and within its time. Keys and addresses that
 * the token itself names are ignored.
 */
public final class Tokens {
  private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);
  private static final int LINES_PER_MINUTE = 20;
  private static final int MOST_TEXT = 200;
  private static final Scheduler CHECKS = Schedulers.newParallel("tokens");

  private final ProviderOptions options;
  private final ProviderKeys keys;
  private final TokenIdentity identities;
  private final Clock clock;
  private final NimbusReactiveJwtDecoder decoder;
  private final KnownTokens known = new KnownTokens();
  private final TokenChecks allowance;
  private final Quota lines;
  private final LongAdder checks = new LongAdder();
  private final LongAdder unchecked = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder unknown = new LongAdder();

  /** The tokens of a provider, whose keys are not read yet. */
  public static Tokens of(ProviderOptions options, Clock clock, LongSupplier nanoTime) {
    ProviderReader reader = new ProviderReader(options);
    return new Tokens(
        options,
        new ProviderKeys(options.issuer(), options.keepKeys(), reader::keys, nanoTime),
        clock,
        nanoTime);
  }

  Tokens(ProviderOptions options, ProviderKeys keys, Clock clock, LongSupplier nanoTime) {
    this.options = options;
    this.keys = keys;
    this.identities = new TokenIdentity(options);
    this.clock = clock;
    this.allowance = new TokenChecks(nanoTime);
    this.lines = new Quota(LINES_PER_MINUTE, nanoTime);
    this.decoder = decoder();
  }

  private NimbusReactiveJwtDecoder decoder() {
    Set<JWSAlgorithm> allowed =
        options.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
    NimbusReactiveJwtDecoder made =
        NimbusReactiveJwtDecoder.withJwkSource(token -> keysOf(token, allowed))
            .validateType(false)
            .jwtProcessorCustomizer(
                processor ->
                    processor.setJWSKeySelector(
                        new JWSVerificationKeySelector<>(allowed, new JWKSecurityContextJWKSet())))
            .build();
    // As it stands: Spring's own converter makes an address of it, and HTTP:// becomes http://.
    made.setClaimSetConverter(
        MappedJwtClaimSetConverter.withDefaults(Map.of(JwtClaimNames.ISS, issuer -> issuer)));
    JwtTypeValidator type = new JwtTypeValidator("JWT", "at+jwt", "application/at+jwt");
    type.setAllowEmpty(true);
    made.setJwtValidator(
        new DelegatingOAuth2TokenValidator<>(
            type,
            new JwtIssuerValidator(options.issuer()),
            new JwtAudienceValidator(options.audience())));
    return made;
  }

  /**
   * The keys that may have signed a token; the provider is not asked for an algorithm that never
   * counts.
   */
  private Flux<JWK> keysOf(SignedJWT token, Set<JWSAlgorithm> allowed) {
    return allowed.contains(token.getHeader().getAlgorithm())
        ? keys.matching(token.getHeader()).publishOn(CHECKS).flatMapMany(Flux::fromIterable)
        : Flux.error(new TokenRefusedException("its algorithm is not allowed", false));
  }

  /** Asks for the provider's keys if they are not fresh; to be called every second. */
  public void look() {
    keys.look();
  }

  /**
   * The sender of a token; fails with {@link TokenRefusedException}, or with {@link
   * ProviderAwayException} if nothing can be said of it, or with {@link BusyException} if it was
   * not looked at.
   *
   * @param sender the address from which it came; null = it is not known
   */
  public Mono<Identity> identify(String token, @Nullable InetAddress sender) {
    String digest = Digest.of(token);
    long version = keys.version();
    KnownToken before = version == ProviderKeys.NONE ? null : known.find(digest, version);
    if (before != null) {
      return Mono.fromCallable(() -> before.at(clock.instant(), options.clockSkew()))
          .onErrorMap(this::reason);
    }
    Runnable giveBack = allowance.take(sender);
    if (giveBack == null) {
      unchecked.increment();
      return Mono.error(
          new BusyException(
              "so many tokens that do not count came from this address, and from others, that this one was not looked at; nothing was sent. Ask again later, or at another gateway"));
    }
    checks.increment();
    // A signature is checked in some 100 µs, for which the threads of connections are too good, and
    // so are those of streams and time-outs.
    return Mono.defer(() -> decoder.decode(token))
        .subscribeOn(CHECKS)
        .map(jwt -> identity(jwt, digest, version))
        .switchIfEmpty(Mono.error(() -> new TokenRefusedException("it has no content", false)))
        .doOnNext(who -> giveBack.run())
        .onErrorMap(this::reason)
        .doOnError(ProviderAwayException.class, away -> giveBack.run());
  }

  /**
   * The sender of a token whose signature is good.
   *
   * @param version of the keys before it was checked: if others were read since, it is checked anew
   */
  private Identity identity(Jwt token, String digest, long version) {
    Instant end = token.getExpiresAt();
    if (end == null) {
      throw new TokenRefusedException("it has no end", false);
    }
    KnownToken.requireInTime(token.getNotBefore(), end, clock.instant(), options.clockSkew());
    Identity who = identities.of(token);
    if (version != ProviderKeys.NONE) {
      known.put(digest, new KnownToken(who, token.getNotBefore(), end), version);
    }
    return who;
  }

  private Throwable reason(Throwable failure) {
    Throwable first = failure;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      first = each;
      if (each instanceof ProviderAwayException) {
        unknown.increment();
        return each;
      }
      if (each instanceof TokenRefusedException refusal) {
        return logged(refusal, String.valueOf(refusal.getMessage()));
      }
      if (each instanceof JwtValidationException invalid) {
        String text = String.valueOf(invalid.getMessage());
        return logged(new TokenRefusedException(text, false), kind(invalid));
      }
    }
    return logged(
        new TokenRefusedException(String.valueOf(first.getMessage()), false),
        first.getClass().getName());
  }

  /** The claims that are wrong: their texts have nothing of the token. */
  private static String kind(JwtValidationException invalid) {
    return invalid.getErrors().stream()
        .map(error -> String.valueOf(error.getDescription()))
        .collect(Collectors.joining());
  }

  /**
   * Counts a refusal, and writes a line.
   *
   * @param kind one of few: each has lines of its own, so a flood of one hides no other
   */
  private TokenRefusedException logged(TokenRefusedException why, String kind) {
    refused.increment();
    if (!why.hasEnded() && lines.take(kind, 1).equals(Duration.ZERO)) {
      String text = VisibleText.line(String.valueOf(why.getMessage()));
      LOG.info(
          "refused a token, issuer={}: {}",
          options.issuer(),
          text.substring(0, Math.min(text.length(), MOST_TEXT)));
    }
    return why;
  }

  /** The reason why the keys could not be read the last time; null if they could. */
  public @Nullable String problem() {
    return keys.problem();
  }

  /** Tokens that did not count. */
  public long refused() {
    return refused.sum();
  }

  /** Tokens that were checked, a signature each. */
  public long checks() {
    return checks.sum();
  }

  /** Tokens that were not looked at, because too many did not count. */
  public long unchecked() {
    return unchecked.sum();
  }

  /** Tokens of which nothing could be said, because the provider was away. */
  public long unknown() {
    return unknown.sum();
  }

  /** How often the provider was asked for its keys. */
  public long asks() {
    return keys.asks();
  }

  /** How often it did not answer well. */
  public long failures() {
    return keys.failures();
  }
}
