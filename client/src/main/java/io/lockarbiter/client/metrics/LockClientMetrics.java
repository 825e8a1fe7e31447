package io.lockarbiter.client.metrics;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.contracts.event.RejectReason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The counts of one client as meters. They cost nothing between two readings. Every tag has a
 * handful of values; no tag names an account, a path or a lock.
 */
public final class LockClientMetrics implements MeterBinder {
  private static final String PREFIX = "lockarbiter.client.";

  /** The reasons that count as lost: {@link io.lockarbiter.client.LostReason#word}. */
  private static final List<String> LOST =
      List.of(
          "expired",
          "forced",
          "released_elsewhere",
          "replaced",
          "session_ended",
          "unreachable",
          "other");

  private final LockClient client;
  private final Tags tags;

  /** Makes the meters of a client that is alone in its process. */
  public LockClientMetrics(LockClient client) {
    this(client, Tags.empty());
  }

  /** Makes meters with tags that distinguish this client from others of the process. */
  public LockClientMetrics(LockClient client, Iterable<Tag> tags) {
    this.client = client;
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "leases", LockClientStatistics::leases, "Leases held now");
    gauge(registry, "in.flight", LockClientStatistics::inFlight, "Acquires unanswered now");
    count(registry, "asked", LockClientStatistics::asked, "Acquires sent, new attempts included");
    count(registry, "granted", LockClientStatistics::granted, "Leases handed out");
    count(registry, "renewals", LockClientStatistics::renewals, "Renewals sent");
    count(registry, "resent", LockClientStatistics::resent, "Commands sent again, unanswered");
    count(registry, "late", LockClientStatistics::lateGrants, "Grants after their safe end");
    count(registry, "unanswered", LockClientStatistics::unanswered, "Commands given up");
    count(registry, "newer", LockClientStatistics::newer, "Events with words of newer arbiters");
    count(registry, "gaps", LockClientStatistics::gaps, "Times that events may have been missed");
    count(registry, "leaks", LockClientStatistics::leakWarnings, "Leases perhaps forgotten");
    for (RejectReason reason : RejectReason.values()) {
      count(
          registry,
          "refused",
          statistics -> statistics.refused().getOrDefault(reason, 0L),
          "Acquires refused",
          Tag.of("reason", reason.name()));
    }
    for (String word : LOST) {
      count(
          registry,
          "lost",
          statistics -> statistics.lostBy().getOrDefault(word, 0L),
          "Leases lost",
          Tag.of("reason", word));
    }
    FunctionTimer.builder(
            PREFIX + "wait",
            client,
            of -> of.statistics().acquired(),
            of -> of.statistics().waited().toNanos(),
            TimeUnit.NANOSECONDS)
        .description("From the call to the lease")
        .tags(tags)
        .register(registry);
    FunctionTimer.builder(
            PREFIX + "hold",
            client,
            of -> of.statistics().ended(),
            of -> of.statistics().held().toNanos(),
            TimeUnit.NANOSECONDS)
        .description("From the lease to its end")
        .tags(tags)
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      ToLongFunction<LockClientStatistics> value,
      String description) {
    Gauge.builder(PREFIX + name, client, of(value))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void count(
      MeterRegistry registry,
      String name,
      ToLongFunction<LockClientStatistics> value,
      String description,
      Tag... more) {
    FunctionCounter.builder(PREFIX + name, client, of(value))
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  private static ToDoubleFunction<LockClient> of(ToLongFunction<LockClientStatistics> value) {
    return client -> value.applyAsLong(client.statistics());
  }
}
