package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.Subject;
import io.lockarbiter.gateway.oidc.ProviderAddress;
import io.lockarbiter.gateway.oidc.ProviderOptions;
import io.lockarbiter.service.Range;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;

/**
 * Settings of the provider of tokens.
 *
 * @param issuer as its tokens name it; null = tokens do not count
 * @param audience one of the audiences that tokens must name
 * @param name its name, with which the names of its subjects begin
 * @param jwkSetUri the address of its keys; null = as its discovery says
 * @param subjectClaim the claim that is the subject
 * @param claims the claims that rules may name
 * @param algorithms by which tokens may be signed; there are no symmetric ones
 * @param clockSkew how far its clock may differ
 * @param keepKeys how long its keys count while it is away
 * @param timeout the longest wait for it
 */
@ConfigurationProperties("lockarbiter.gateway.oidc")
public record OidcProperties(
    @Nullable String issuer,
    @Nullable String audience,
    @DefaultValue("oidc") String name,
    @Nullable String jwkSetUri,
    @DefaultValue("sub") String subjectClaim,
    @DefaultValue List<String> claims,
    @DefaultValue({"RS256", "ES256"}) List<SignatureAlgorithm> algorithms,
    @DefaultValue("30s") Duration clockSkew,
    @DefaultValue("1h") Duration keepKeys,
    @DefaultValue("5s") Duration timeout) {
  private static final String SETTING = "lockarbiter.gateway.oidc.";
  private static final Set<String> TIMES = Set.of("exp", "nbf", "iat");

  /** Checks the values. */
  public OidcProperties {
    Range.require(
        Subject.isProvider(name),
        SETTING + "name",
        name,
        "1 to 16 of a-z 0-9 -, beginning with a letter, and not claim");
    Range.require(!subjectClaim.isBlank(), SETTING + "subject-claim", subjectClaim, "a name");
    Range.require(
        claims.stream().noneMatch(TIMES::contains),
        SETTING + "claims",
        claims,
        "names of claims whose values rules can name, so neither exp, nbf nor iat, which are times");
    Range.require(!algorithms.isEmpty(), SETTING + "algorithms", algorithms, "at least one");
    Range.atLeast(SETTING + "clock-skew", clockSkew, Duration.ZERO);
    Range.atLeast(SETTING + "keep-keys", keepKeys, Duration.ofMinutes(10));
    Range.atLeast(SETTING + "timeout", timeout, Duration.ofMillis(1));
    Range.require(
        timeout.compareTo(Duration.ofMinutes(1)) <= 0, SETTING + "timeout", timeout, "at most 1m");
    checkAddress("issuer", issuer);
    checkAddress("jwk-set-uri", jwkSetUri);
    Range.require(
        issuer != null || (audience == null && jwkSetUri == null),
        SETTING + "issuer",
        String.valueOf(issuer),
        "an issuer, because audience or jwk-set-uri is set");
    Range.require(
        issuer == null || (audience != null && !audience.isBlank()),
        SETTING + "audience",
        String.valueOf(audience),
        "the audience of this gateway's tokens, or tokens for other services would count here");
  }

  private static void checkAddress(String setting, @Nullable String address) {
    String problem = address == null ? null : ProviderAddress.problem(address);
    Range.require(
        problem == null,
        SETTING + setting,
        ProviderAddress.shown(address),
        "an address; this one " + problem);
  }

  /** The provider; null if there is none. */
  @Nullable ProviderOptions options() {
    if (issuer == null || audience == null) {
      return null;
    }
    return new ProviderOptions(
        name,
        issuer,
        jwkSetUri == null ? null : URI.create(jwkSetUri),
        audience,
        subjectClaim,
        claims,
        algorithms.stream().map(SignatureAlgorithm::getName).collect(Collectors.toSet()),
        clockSkew,
        keepKeys,
        timeout);
  }
}
