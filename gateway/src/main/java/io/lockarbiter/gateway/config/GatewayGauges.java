package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.http.RefusalCounts;
import io.lockarbiter.gateway.http.Waits;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.stream.EventHub;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The gateway's own metrics. */
final class GatewayGauges implements MeterBinder {
  private final CommandDesk desk;
  private final Waits waits;
  private final LockBook book;
  private final EventHub hub;
  private final RefusalCounts refusals;

  GatewayGauges(
      CommandDesk desk, Waits waits, LockBook book, EventHub hub, RefusalCounts refusals) {
    this.desk = desk;
    this.waits = waits;
    this.book = book;
    this.hub = hub;
    this.refusals = refusals;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("lockarbiter.gateway.commands.in_flight", desk, CommandDesk::inFlight)
        .description("Commands without an answer, requests that wait among them")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.requests.waiting", waits, Waits::all)
        .description("HTTP requests that wait")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.live.locks", book, LockBook::size)
        .description("Live locks and requests that can be looked at")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.streams", hub, EventHub::streams)
        .description("Open streams of events")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.stream.kept", hub, EventHub::keptBytes)
        .description("Heap of the latest events, with which streams can begin again")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.stream.unsent", hub, EventHub::unsentBytes)
        .description("Heap of events that streams have not sent yet")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.stream.claims", hub, EventHub::groundsBytes)
        .description("Heap of the claims of the tokens of open streams")
        .baseUnit("bytes")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.stream.events", hub, EventHub::sent)
        .description("Events that were passed on, once for each stream")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.stream.resets", hub, EventHub::resets)
        .description("Readers of streams that were told to list anew")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.stream.slow", hub, EventHub::slow)
        .description("Streams that ended because their reader was too slow")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.stream.refused", hub, EventHub::refused)
        .description("Streams that were refused because as many were open as allowed")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.commands.resent", desk, CommandDesk::resent)
        .description("Copies that were sent because an answer was late")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.grants.confirmed", desk, CommandDesk::confirmed)
        .description("Grants that were renewed before they were answered")
        .register(registry);
    for (String reason : refusals.reasons()) {
      FunctionCounter.builder("lockarbiter.gateway.refusals", refusals, all -> all.of(reason))
          .description("Requests that were answered with a problem, by its reason")
          .tag("reason", reason)
          .register(registry);
    }
  }
}
