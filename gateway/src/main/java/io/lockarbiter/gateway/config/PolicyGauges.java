package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.policy.PolicyEngine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The metrics of the policy engine. */
final class PolicyGauges implements MeterBinder {
  private final PolicyEngine engine;

  PolicyGauges(PolicyEngine engine) {
    this.engine = engine;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("lockarbiter.gateway.policy.asks", engine, PolicyEngine::asks)
        .description("Questions to the policy engine")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.policy.denied", engine, PolicyEngine::denied)
        .description("Requests and streams that the policy engine did not allow")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.policy.failures", engine, PolicyEngine::failures)
        .description("Questions to the policy engine that were not answered well")
        .register(registry);
    Gauge.builder("lockarbiter.gateway.policy.in_flight", engine, PolicyEngine::inFlight)
        .description("Questions of requests to the policy engine without an answer")
        .register(registry);
  }
}
