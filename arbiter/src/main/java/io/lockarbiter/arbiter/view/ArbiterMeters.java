package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.DecisionMeters;
import io.lockarbiter.arbiter.partition.EventKind;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.lua.store.LogRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The counters and timers of decisions. */
public final class ArbiterMeters implements DecisionMeters {
  /** Stands for the reason of events that have none. */
  private static final String NO_REASON = "none";

  private static final Duration[] BOUNDS =
      Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final InstantSource clock;
  private final Map<EventKind, Counter> decisions = new ConcurrentHashMap<>();
  private final Timer decide;
  private final Timer endToEnd;
  private final Timer commit;
  private final Timer start;
  private final Timer recovery;
  private final DistributionSummary batchRecords;
  private final DistributionSummary outboxEvents;
  private final DistributionSummary outboxBytes;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Counter resent;
  private final Counter deadLetters;
  private final Counter ticks;
  private final Counter settingsRefused;
  private final Counter settingsDrifts;
  private final Map<FailureKind, Counter> restarts;
  private final Map<HaltReason, Counter> halts;
  private final Map<HaltReason, Counter> recoveries;
  private final Counter recoveredRecords;

  /**
   * Meters.
   *
   * @param clock the clock compared with append times, for the time from end to end
   */
  public ArbiterMeters(MeterRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
    kinds().forEach(kind -> decisions.put(kind, counter(kind)));
    this.decide = timer(MeterName.DECIDE.text());
    this.endToEnd = timer(MeterName.END_TO_END.text());
    this.commit = timer(MeterName.COMMIT.text());
    this.start = timer(MeterName.START.text());
    this.recovery = timer(MeterName.RECOVERY.text());
    this.batchRecords = registry.summary(MeterName.BATCH_RECORDS.text());
    this.outboxEvents = registry.summary(MeterName.OUTBOX_EVENTS.text());
    this.outboxBytes = registry.summary(MeterName.OUTBOX_BYTES.text());
    Gauge.builder(MeterName.DECIDE_IN_FLIGHT.text(), inFlight, AtomicInteger::get)
        .register(registry);
    this.resent = registry.counter(MeterName.OUTBOX_RESENT.text());
    this.deadLetters = registry.counter(MeterName.DEAD_LETTERS.text());
    this.ticks = registry.counter(MeterName.TICKS.text());
    this.settingsRefused = registry.counter(MeterName.SETTINGS_REFUSED.text());
    this.settingsDrifts = registry.counter(MeterName.SETTINGS_DRIFTS.text());
    this.restarts =
        counters(
            MeterName.RESTARTS,
            "cause",
            EnumSet.allOf(FailureKind.class),
            kind -> kind.name().toLowerCase(Locale.ROOT));
    this.halts =
        counters(MeterName.HALTS, "reason", EnumSet.allOf(HaltReason.class), HaltReason::name);
    this.recoveries =
        counters(
            MeterName.RECOVERIES,
            "cause",
            EnumSet.of(HaltReason.BEHIND, HaltReason.EMPTY),
            HaltReason::name);
    this.recoveredRecords = registry.counter(MeterName.RECOVERED_RECORDS.text());
  }

  /**
   * Counters that exist from the beginning, because an alert on a rise needs the zero before it.
   */
  private <E extends Enum<E>> Map<E, Counter> counters(
      MeterName name, String tag, Set<E> values, Function<E, String> text) {
    return values.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                each -> each, each -> registry.counter(name.text(), tag, text.apply(each))));
  }

  private Timer timer(String name) {
    return Timer.builder(name).serviceLevelObjectives(BOUNDS).register(registry);
  }

  @Override
  public void deciding() {
    inFlight.incrementAndGet();
  }

  @Override
  public void outbox(long events, long bytes) {
    outboxEvents.record(events);
    outboxBytes.record(bytes);
  }

  @Override
  public void decided(Duration elapsed) {
    inFlight.decrementAndGet();
    decide.record(elapsed);
  }

  @Override
  public void published(Map<EventKind, Integer> events, int letters, List<LogRecord> records) {
    events.forEach(
        (kind, count) -> decisions.computeIfAbsent(kind, this::counter).increment(count));
    deadLetters.increment(letters);
    if (!records.isEmpty()) {
      batchRecords.record(records.size());
    }
    long now = clock.millis();
    for (LogRecord record : records) {
      endToEnd.record(Math.max(0, now - record.appendedAt()), TimeUnit.MILLISECONDS);
    }
  }

  /** The kinds of events that this version decides. */
  private static Stream<EventKind> kinds() {
    return EventType.known().stream()
        .flatMap(
            type ->
                switch (type) {
                  case REJECTED ->
                      RejectReason.known().stream().map(each -> new EventKind(type, each.name()));
                  case RELEASED ->
                      ReleaseReason.known().stream().map(each -> new EventKind(type, each.name()));
                  default -> Stream.of(new EventKind(type, null));
                });
  }

  private Counter counter(EventKind kind) {
    return registry.counter(
        MeterName.DECISIONS.text(),
        "type",
        kind.type().text(),
        "reason",
        Objects.requireNonNullElse(kind.reason(), NO_REASON));
  }

  @Override
  public void resent(int events) {
    resent.increment(events);
  }

  @Override
  public void started(Duration elapsed) {
    start.record(elapsed);
  }

  @Override
  public void restarting(FailureKind cause) {
    Objects.requireNonNull(restarts.get(cause)).increment();
  }

  @Override
  public void recovered(HaltReason cause, long records, Duration elapsed) {
    recovery.record(elapsed);
    Objects.requireNonNull(recoveries.get(cause)).increment();
    recoveredRecords.increment(records);
  }

  @Override
  public void halted(HaltReason reason) {
    Objects.requireNonNull(halts.get(reason)).increment();
  }

  @Override
  public void committed(Duration elapsed) {
    commit.record(elapsed);
  }

  @Override
  public void settingsRefused(int records) {
    settingsRefused.increment(records);
  }

  @Override
  public void settingsDrifted() {
    settingsDrifts.increment();
  }

  /** Counts one appended tick. */
  public void ticked() {
    ticks.increment();
  }
}
