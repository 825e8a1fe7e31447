package io.lockarbiter.gateway.oidc;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A provider, and the tokens of it that count.
 *
 * @param name its name, with which the names of its subjects begin
 * @param issuer as tokens name it, letter by letter
 * @param jwkSetUri the address of its keys; null = as its discovery says
 * @param audience one of the audiences that tokens must name
 * @param subjectClaim the claim that is the subject
 * @param claims the claims that rules may name
 * @param algorithms the JWS names of the algorithms by which tokens may be signed
 * @param clockSkew how far the provider's clock may differ
 * @param keepKeys how long keys count after they were read
 * @param timeout the longest wait for the provider
 */
public record ProviderOptions(
    String name,
    String issuer,
    @Nullable URI jwkSetUri,
    String audience,
    String subjectClaim,
    List<String> claims,
    Set<String> algorithms,
    Duration clockSkew,
    Duration keepKeys,
    Duration timeout) {}
