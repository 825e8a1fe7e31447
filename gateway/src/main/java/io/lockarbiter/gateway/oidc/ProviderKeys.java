package io.lockarbiter.gateway.oidc;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The keys of a provider, which are read every 5 minutes. A token under a key that is not known
 * asks for them anew, but the provider is asked only once at a time, and 5 s later at the earliest.
 * Tokens under known keys never wait. Safe for use by many threads.
 */
final class ProviderKeys {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderKeys.class);
  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration BETWEEN = Duration.ofSeconds(5);
  private static final int MOST_WAITING = 1000;

  /** Most keys that a token is tried with that names none: each costs some 100 µs. */
  private static final int MOST_TRIED = 8;

  /** No keys count. */
  static final long NONE = 0;

  private record Known(List<JWK> keys, long version, long readAt) {}

  private final String issuer;
  private final Duration keep;
  private final Supplier<Mono<List<JWK>>> reader;
  private final LongSupplier nanoTime;
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder asks = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile @Nullable Known known;
  private volatile @Nullable String problem;
  private @Nullable Mono<List<JWK>> asking;
  private @Nullable Long askedAt;

  /**
   * No keys yet.
   *
   * @param keep how long keys count after they were read
   * @param reader asks the provider; ends by itself
   */
  ProviderKeys(
      String issuer, Duration keep, Supplier<Mono<List<JWK>>> reader, LongSupplier nanoTime) {
    this.issuer = issuer;
    this.keep = keep;
    this.reader = reader;
    this.nanoTime = nanoTime;
  }

  /** Asks for the keys if they are not fresh; to be called every second. */
  void look() {
    Known now = known;
    if (now == null || age(now).compareTo(FRESH) >= 0) {
      ask();
    }
  }

  /**
   * The keys that may have signed a token; none if the provider has none such. Fails with {@link
   * ProviderAwayException} if that is not known.
   */
  Mono<List<JWK>> matching(JWSHeader header) {
    List<JWK> found = selected(header);
    if (!found.isEmpty()) {
      return Mono.just(found);
    }
    Mono<List<JWK>> asked = ask();
    if (asked == null) {
      // An answer may have come since the first look.
      List<JWK> meanwhile = selected(header);
      return isKnown() || !meanwhile.isEmpty() ? Mono.just(meanwhile) : Mono.error(this::away);
    }
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      return Mono.error(
          () -> new ProviderAwayException("too many requests wait for its keys", BETWEEN));
    }
    return asked
        .map(read -> selected(header))
        .onErrorMap(failure -> away())
        .doFinally(end -> waiting.decrementAndGet());
  }

  /**
   * The number of the keys that count now: another one for other keys; {@link #NONE} if none do.
   */
  long version() {
    Known now = known;
    return now == null || age(now).compareTo(keep) > 0 ? NONE : now.version();
  }

  private List<JWK> selected(JWSHeader header) {
    Known now = known;
    JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
    return now == null || matcher == null || age(now).compareTo(keep) > 0
        ? List.of()
        : new JWKSelector(matcher)
            .select(new JWKSet(now.keys())).stream().limit(MOST_TRIED).toList();
  }

  /** Says whether the latest question was answered, and not too long ago. */
  private boolean isKnown() {
    Known now = known;
    return now != null && problem == null && age(now).compareTo(keep) <= 0;
  }

  private ProviderAwayException away() {
    return new ProviderAwayException(
        "the keys of issuer=%s are not known: %s".formatted(issuer, problem), BETWEEN);
  }

  private Duration age(Known read) {
    return Duration.ofNanos(nanoTime.getAsLong() - read.readAt());
  }

  /** The question that is under way, or a new one; null if it is too early for that. */
  private synchronized @Nullable Mono<List<JWK>> ask() {
    if (asking != null) {
      return asking;
    }
    long now = nanoTime.getAsLong();
    if (askedAt != null && now - askedAt < BETWEEN.toNanos()) {
      return null;
    }
    askedAt = now;
    asks.increment();
    Mono<List<JWK>> asked =
        Mono.defer(reader).doOnNext(this::read).doOnError(this::failed).doFinally(end -> done());
    Mono<List<JWK>> shared = asked.cache();
    asking = shared;
    // At once, and whether or not anybody waits: otherwise it would be under way for ever.
    shared.subscribe(read -> {}, failure -> {});
    return shared;
  }

  private void read(List<JWK> keys) {
    Known before = known;
    long version = before == null ? NONE + 1 : before.version();
    boolean isOther = before != null && !before.keys().equals(keys);
    known = new Known(keys, isOther ? version + 1 : version, nanoTime.getAsLong());
    if (keys.isEmpty() && (before == null || !before.keys().isEmpty())) {
      LOG.warn(
          "issuer={} has no key that tokens may be signed with; all its tokens are refused. Fix: publish one, RSA of 2,048 bits at least or of an elliptic curve",
          issuer);
    }
    if (problem != null) {
      LOG.info("the keys of issuer={} were read again, keys={}", issuer, keys.size());
      problem = null;
    }
  }

  private void failed(Throwable failure) {
    failures.increment();
    String text = text(failure);
    if (problem == null) {
      LOG.warn(
          "the keys of issuer={} cannot be read: {}. Tokens count by the keys read before, for {} s; without such they are answered 503. It is asked every 5 s. Fix: see that the provider answers from here",
          issuer,
          text,
          keep.toSeconds());
    }
    problem = text;
  }

  private static String text(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private synchronized void done() {
    asking = null;
  }

  /** The reason why the keys could not be read the last time; null if they could. */
  @Nullable String problem() {
    return problem;
  }

  /** How often the provider was asked. */
  long asks() {
    return asks.sum();
  }

  /** How often it did not answer well. */
  long failures() {
    return failures.sum();
  }
}
