package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.oidc.ProviderAddress;
import io.lockarbiter.gateway.policy.PolicyOptions;
import io.lockarbiter.service.Range;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the policy engine that is asked beside the rules.
 *
 * @param url the address of its decision, such as {@code
 *     http://localhost:8181/v1/data/lockarbiter/allow}; null = the rules alone decide
 * @param rights the rights about which it is asked
 * @param timeout the longest wait for an answer
 * @param keep how long an answer counts for equal questions; zero = each is asked
 * @param inFlight most questions without an answer, a fourth of them of one subject; as many more
 *     about renewals and releases
 */
@ConfigurationProperties("lockarbiter.gateway.policy")
public record PolicyProperties(
    @Nullable String url,
    @DefaultValue({"ask", "hold", "see", "operate"}) List<Right> rights,
    @DefaultValue("500ms") Duration timeout,
    @DefaultValue("5s") Duration keep,
    @DefaultValue("256") int inFlight) {
  private static final String SETTING = "lockarbiter.gateway.policy.";

  /** Checks the values. */
  public PolicyProperties {
    String problem =
        url == null
            ? null
            : ProviderAddress.problem(url, "others could answer in the place of the engine");
    Range.require(
        problem == null,
        SETTING + "url",
        ProviderAddress.shown(url),
        "the address of a rule of the policy engine; this one " + problem);
    Range.require(!rights.isEmpty(), SETTING + "rights", rights, "at least one");
    Range.atLeast(SETTING + "timeout", timeout, Duration.ofMillis(1));
    Range.require(
        timeout.compareTo(Duration.ofSeconds(10)) <= 0,
        SETTING + "timeout",
        timeout,
        "at most 10s");
    Range.atLeast(SETTING + "keep", keep, Duration.ZERO);
    Range.require(keep.compareTo(Duration.ofMinutes(1)) <= 0, SETTING + "keep", keep, "at most 1m");
    Range.between(SETTING + "in-flight", inFlight, 4, 10_000);
  }

  /** The engine; null if there is none. */
  @Nullable PolicyOptions options() {
    return url == null
        ? null
        : new PolicyOptions(URI.create(url), Set.copyOf(rights), timeout, keep, inFlight);
  }
}
