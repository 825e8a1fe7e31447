package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.EventKind;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArbiterMetersTest {
  private static final String DELETE = "\"operation\":\"DELETE\",\"path\":\"%s\",\"waitMs\":%d";
  private static final String UPLOAD = "\"operation\":\"UPLOAD\",\"path\":\"%s\",\"waitMs\":%d";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ArbiterMeters meters =
      new ArbiterMeters(registry, InstantSource.fixed(Instant.ofEpochMilli(10_030)));

  @Test
  void publishedBatch_isCountedByTypeAndReason() {
    Command tick = new Tick();
    meters.published(
        Map.of(
            new EventKind(EventType.GRANTED, null), 2,
            new EventKind(EventType.REJECTED, "CONFLICT"), 1),
        1,
        List.of(new LogRecord(1, 10_000, 0, new DecodedCommand.Valid(tick))));

    assertThat(registry.scrape())
        .contains(
            "lockarbiter_decisions_total{reason=\"none\",type=\"granted\"} 2.0",
            "lockarbiter_decisions_total{reason=\"CONFLICT\",type=\"rejected\"} 1.0",
            "lockarbiter_dead_letters_total 1.0",
            "lockarbiter_end_to_end_seconds_count 1",
            "lockarbiter_end_to_end_seconds_sum 0.03",
            "lockarbiter_end_to_end_seconds_bucket{le=\"0.02\"} 0",
            "lockarbiter_end_to_end_seconds_bucket{le=\"0.05\"} 1");
  }

  /** An alert on a rise needs the zero before the first. */
  @Test
  void decisions_areThereBeforeTheFirst() {
    assertThat(registry.scrape())
        .contains(
            "lockarbiter_decisions_total{reason=\"none\",type=\"keptAlive\"} 0.0",
            "lockarbiter_decisions_total{reason=\"SESSION_ENDED\",type=\"released\"} 0.0",
            "lockarbiter_decisions_total{reason=\"WRONG_PARTITION\",type=\"rejected\"} 0.0")
        .doesNotContain("UNKNOWN", "unknown");
  }

  @Test
  void endsOfWaiting_areCountedByTheReasonThatTheStoreGave() {
    AccountLog log = new AccountLog(new ReferenceLockStore(), "acme");
    SettingsChange twoMayWait = SettingsChange.NOTHING.with(Setting.WAITERS_PER_ACCOUNT, 2);
    publish(log.decide(0, new DecodedCommand.Valid(twoMayWait)));
    publish(log.acquire(1_000, "h1", "u1", DELETE.formatted("/x", 0)));
    publish(log.acquire(1_000, "h2", "u2", DELETE.formatted("/y", 0)));
    publish(
        log.acquire(1_000, "w1", "u1", UPLOAD.formatted("/y/f", 900) + ",\"holding\":[\"h1\"]"));
    publish(
        log.acquire(1_000, "w2", "u2", UPLOAD.formatted("/x/f", 900) + ",\"holding\":[\"h2\"]"));
    publish(log.acquire(1_000, "w3", "u3", UPLOAD.formatted("/x/g", 9_000)));
    publish(log.acquire(1_000, "w4", "u4", UPLOAD.formatted("/x/h", 9_000)));
    publish(log.decide(1_900, new DecodedCommand.Valid(new Tick())));
    publish(log.release(2_000, "h1", "u1", true));

    assertThat(registry.scrape())
        .contains(
            "lockarbiter_decisions_total{reason=\"none\",type=\"granted\"} 2.0",
            "lockarbiter_decisions_total{reason=\"none\",type=\"queued\"} 2.0",
            "lockarbiter_decisions_total{reason=\"DEADLOCK\",type=\"rejected\"} 1.0",
            "lockarbiter_decisions_total{reason=\"QUEUE_FULL\",type=\"rejected\"} 1.0",
            "lockarbiter_decisions_total{reason=\"WAIT_TIMEOUT\",type=\"rejected\"} 1.0",
            "lockarbiter_decisions_total{reason=\"RELEASED\",type=\"released\"} 1.0",
            "lockarbiter_decisions_total{reason=\"PATH_GONE\",type=\"rejected\"} 1.0");
  }

  private void publish(List<EncodedEvent> events) {
    Map<EventKind, Integer> kinds =
        events.stream().collect(Collectors.toMap(EventKind::of, event -> 1, Integer::sum));
    meters.published(kinds, 0, List.of());
  }

  @Test
  void clockBehindTheBrokers_countsAsNoTime() {
    meters.published(
        Map.of(), 0, List.of(new LogRecord(1, 99_999, 0, new DecodedCommand.Valid(new Tick()))));

    assertThat(registry.scrape()).contains("lockarbiter_end_to_end_seconds_sum 0.0");
  }

  @Test
  void callsTicksAndResentEvents_areCounted() {
    meters.decided(Duration.ofMillis(3));
    meters.ticked();
    meters.resent(5);

    assertThat(registry.scrape())
        .contains(
            "lockarbiter_decide_seconds_bucket{le=\"0.005\"} 1",
            "lockarbiter_ticks_total 1.0",
            "lockarbiter_outbox_resent_total 5.0");
  }

  @Test
  void aPartitionsLife_isCounted() {
    meters.started(Duration.ofMillis(60));
    meters.restarting(FailureKind.TAKEN_OVER);
    meters.halted(HaltReason.BEHIND);
    meters.committed(Duration.ofMillis(7));
    meters.published(Map.of(), 0, List.of(tick(10_000), tick(10_000), tick(10_000)));

    assertThat(registry.scrape())
        .contains(
            "lockarbiter_start_seconds_bucket{le=\"0.1\"} 1",
            "lockarbiter_restarts_total{cause=\"taken_over\"} 1.0",
            "lockarbiter_halts_total{reason=\"BEHIND\"} 1.0",
            "lockarbiter_commit_seconds_bucket{le=\"0.01\"} 1",
            "lockarbiter_batch_records_sum 3.0");
  }

  @Test
  void settingsOutboxAndCallsUnderWay_areMeasured() {
    meters.deciding();
    assertThat(registry.scrape()).contains("lockarbiter_decide_in_flight 1.0");
    meters.decided(Duration.ofMillis(3));
    meters.outbox(20, 4_000);
    meters.settingsRefused(2);
    meters.settingsDrifted();

    assertThat(registry.scrape())
        .contains(
            "lockarbiter_decide_in_flight 0.0",
            "lockarbiter_outbox_events_max 20.0",
            "lockarbiter_outbox_bytes_max 4000.0",
            "lockarbiter_settings_refused_total 2.0",
            "lockarbiter_settings_drifts_total 1.0");
  }

  private static LogRecord tick(long appendedAt) {
    return new LogRecord(1, appendedAt, 0, new DecodedCommand.Valid(new Tick()));
  }
}
