package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.oidc.Tokens;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The metrics of tokens. */
final class TokenGauges implements MeterBinder {
  private final Tokens tokens;

  TokenGauges(Tokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("lockarbiter.gateway.tokens.refused", tokens, Tokens::refused)
        .description("Tokens that did not count, those that have ended among them")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.tokens.unknown", tokens, Tokens::unknown)
        .description("Tokens of which nothing could be said, because the provider was away")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.tokens.unchecked", tokens, Tokens::unchecked)
        .description("Tokens that were not looked at, because too many did not count")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.provider.asks", tokens, Tokens::asks)
        .description("Questions to the provider for its keys")
        .register(registry);
    FunctionCounter.builder("lockarbiter.gateway.provider.failures", tokens, Tokens::failures)
        .description("Questions to the provider that were not answered well")
        .register(registry);
  }
}
