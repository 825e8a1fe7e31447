package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArbiterMetersTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ArbiterMeters meters =
      new ArbiterMeters(registry, InstantSource.fixed(Instant.ofEpochMilli(10_030)));

  @Test
  void publishedBatch_isCountedByTypeAndReason() {
    Command tick = new Tick();
    meters.published(
        List.of(
            event(EventType.GRANTED, "{}"),
            event(EventType.GRANTED, "{}"),
            event(EventType.REJECTED, "{\"reason\":\"CONFLICT\"}")),
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

  @Test
  void clockBehindTheBrokers_countsAsNoTime() {
    meters.published(
        List.of(), 0, List.of(new LogRecord(1, 99_999, 0, new DecodedCommand.Valid(new Tick()))));

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

  private static EncodedEvent event(EventType type, String json) {
    return new EncodedEvent(1, type, "acme", null, null, null, false, json.getBytes(UTF_8));
  }
}
