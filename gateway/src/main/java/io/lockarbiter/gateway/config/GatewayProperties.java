package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.TrustedProxies;
import io.lockarbiter.gateway.oidc.ProviderAddress;
import io.lockarbiter.service.Range;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the gateway alone.
 *
 * @param keysFile who is who: lines of {@code SUBJECT:SHA-256}; read anew when it changes
 * @param rulesFile who may what: lines of {@code SUBJECT ACCOUNTS MEMBERS RIGHTS}; likewise
 * @param allowedHosts names that requests may give as {@code Host}
 * @param allowedOrigins sites whose pages may ask, such as {@code https://files.example}; none
 *     unless set
 * @param trustedProxies addresses and networks of proxies whose {@code X-Forwarded-For} counts
 * @param demoKey the key of the demo, which is served to whoever asks; without one there is no demo
 * @param demoAccount the account in which the demo works
 * @param clockDifference the largest difference allowed between the brokers' clocks
 * @param answerTimeout longest wait for an answer of the arbiter
 * @param bodyTimeout longest time until a body has arrived
 * @param inFlight most commands without an answer, requests that wait among them
 * @param waiting most requests that wait
 * @param waitingPerSubject most of these for one subject
 * @param requestsPerMinute requests of one subject
 * @param bytesPerMinute bytes of bodies of one subject
 * @param lockBytes most heap for the live locks that are shown
 * @param eventBytes most heap for the latest events that streams begin with, and as much again for
 *     what they have not sent
 * @param streamBytes most heap for the events that one stream has not sent
 * @param streams most streams of events
 * @param streamsPerSubject most of these for one subject
 * @param connections most connections
 * @param arbiter the address of an arbiter's HTTP port, which explains what a request would meet;
 *     none unless set
 */
@ConfigurationProperties("lockarbiter.gateway")
public record GatewayProperties(
    @Nullable Path keysFile,
    @Nullable Path rulesFile,
    @DefaultValue List<String> allowedHosts,
    @DefaultValue List<String> allowedOrigins,
    @DefaultValue List<String> trustedProxies,
    @Nullable String demoKey,
    @DefaultValue("demo") String demoAccount,
    @DefaultValue("500ms") Duration clockDifference,
    @DefaultValue("10s") Duration answerTimeout,
    @DefaultValue("10s") Duration bodyTimeout,
    @DefaultValue("20000") int inFlight,
    @DefaultValue("10000") int waiting,
    @DefaultValue("1000") int waitingPerSubject,
    @DefaultValue("6000") int requestsPerMinute,
    @DefaultValue("16777216") long bytesPerMinute,
    @DefaultValue("134217728") long lockBytes,
    @DefaultValue("67108864") long eventBytes,
    @DefaultValue("1048576") long streamBytes,
    @DefaultValue("10000") int streams,
    @DefaultValue("1000") int streamsPerSubject,
    @DefaultValue("20000") int connections,
    @Nullable URI arbiter) {

  /** Checks the values. */
  public GatewayProperties {
    String problem = TrustedProxies.problem(trustedProxies);
    Range.require(
        problem == null,
        "lockarbiter.gateway.trusted-proxies",
        trustedProxies,
        "addresses and networks, such as 10.1.2.3 and 10.0.0.0/8; " + problem);
    Range.atLeast("lockarbiter.gateway.clock-difference", clockDifference, Duration.ZERO);
    Range.atLeast("lockarbiter.gateway.answer-timeout", answerTimeout, Duration.ofMillis(1));
    Range.atLeast("lockarbiter.gateway.body-timeout", bodyTimeout, Duration.ofMillis(1));
    Range.atLeast("lockarbiter.gateway.in-flight", inFlight, 1);
    Range.atLeast("lockarbiter.gateway.waiting", waiting, 1);
    Range.atLeast("lockarbiter.gateway.waiting-per-subject", waitingPerSubject, 1);
    Range.atLeast("lockarbiter.gateway.requests-per-minute", requestsPerMinute, 1);
    Range.require(
        bytesPerMinute >= 1, "lockarbiter.gateway.bytes-per-minute", bytesPerMinute, "at least 1");
    Range.require(
        lockBytes >= 1 << 20, "lockarbiter.gateway.lock-bytes", lockBytes, "at least 1048576");
    Range.require(
        eventBytes >= 1 << 20, "lockarbiter.gateway.event-bytes", eventBytes, "at least 1048576");
    Range.require(
        streamBytes >= 1 << 12, "lockarbiter.gateway.stream-bytes", streamBytes, "at least 4096");
    Range.atLeast("lockarbiter.gateway.streams", streams, 1);
    Range.atLeast("lockarbiter.gateway.streams-per-subject", streamsPerSubject, 1);
    Range.atLeast("lockarbiter.gateway.connections", connections, 1);
    Range.require(
        isOfHttp(arbiter),
        "lockarbiter.gateway.arbiter",
        ProviderAddress.shown(String.valueOf(arbiter)),
        "the address of an arbiter's HTTP port, such as http://localhost:8080, without a user");
  }

  private static boolean isOfHttp(@Nullable URI arbiter) {
    return arbiter == null
        || (List.of("http", "https").contains(String.valueOf(arbiter.getScheme()))
            && arbiter.getHost() != null
            && arbiter.getUserInfo() == null
            && arbiter.getQuery() == null);
  }
}
