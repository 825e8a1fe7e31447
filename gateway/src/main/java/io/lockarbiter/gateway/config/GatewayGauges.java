package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.http.Waits;
import io.lockarbiter.gateway.live.LockBook;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The gateway's own metrics. */
final class GatewayGauges implements MeterBinder {
  private final CommandDesk desk;
  private final Waits waits;
  private final LockBook book;

  GatewayGauges(CommandDesk desk, Waits waits, LockBook book) {
    this.desk = desk;
    this.waits = waits;
    this.book = book;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("lockarbiter.gateway.in.flight", desk, CommandDesk::inFlight)
        .description("Commands without an answer, requests that wait among them")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.waiting", waits, Waits::all)
        .description("HTTP requests that wait")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.live.locks", book, LockBook::size)
        .description("Live locks and requests that can be looked at")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.resent", desk, CommandDesk::resent)
        .description("Copies that were sent because an answer was late")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.confirmed", desk, CommandDesk::confirmed)
        .description("Grants that were renewed before they were answered")
        .register(registry);
  }
}
