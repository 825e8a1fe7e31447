package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.access.TrustedProxies;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.http.DemoPage;
import io.lockarbiter.gateway.http.HostFilter;
import io.lockarbiter.gateway.http.ProblemHandler;
import io.lockarbiter.gateway.http.ProxyFilter;
import io.lockarbiter.gateway.http.RefusalCounts;
import io.lockarbiter.gateway.http.Routes;
import io.lockarbiter.gateway.http.UnreadBodyFilter;
import io.lockarbiter.gateway.http.UnreadableRequests;
import io.lockarbiter.gateway.http.Waits;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.Explanations;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.http.AllowedHosts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The routes, and what stands before them. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {
  private static final String FORWARDING = "server.forward-headers-strategy";

  private final GatewayProperties properties;

  WebConfiguration(GatewayProperties properties, Environment environment) {
    this.properties = properties;
    requireOwnWord(environment.getProperty(FORWARDING, ""));
  }

  /** Refuses to believe headers about an address, whoever sends them. */
  static void requireOwnWord(String strategy) {
    if (!strategy.equalsIgnoreCase("none")) {
      throw new StartupRefusedException(
          "%s=%s, expected none; any caller could give itself another address by a header, and so escape the bound on strangers' tokens and put its own words into the address of an answer. Fix: leave it out, and name your proxies in lockarbiter.gateway.trusted-proxies"
              .formatted(FORWARDING, strategy));
    }
  }

  @Bean
  RouterFunction<ServerResponse> routes(
      Access access,
      ObjectProvider<Tokens> tokens,
      ObjectProvider<PolicyEngine> engine,
      CommandDesk desk,
      LockBook book,
      EventFollower follower,
      EventHub hub,
      Waits waits,
      RefusalCounts refusals,
      Sinks.One<Boolean> stopping) {
    return Routes.of(
        access,
        tokens.getIfAvailable(),
        engine.getIfAvailable(),
        Quotas.of(properties.requestsPerMinute(), properties.bytesPerMinute(), System::nanoTime),
        desk,
        book,
        follower,
        hub,
        properties.arbiter() == null
            ? null
            : new Explanations(properties.arbiter(), properties.answerTimeout()),
        waits,
        refusals,
        stopping.asMono(),
        properties.bodyTimeout());
  }

  /** Only where a key is set for it: the page gives that key to whoever asks. */
  @Bean
  RouterFunction<ServerResponse> demo() {
    String key = properties.demoKey();
    return key == null || key.isBlank()
        ? request -> Mono.empty()
        : DemoPage.routes(properties.demoAccount(), key);
  }

  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  UnreadBodyFilter unreadBodyFilter() {
    return new UnreadBodyFilter();
  }

  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE + 1)
  HostFilter hostFilter(Environment environment, RefusalCounts refusals) {
    List<String> names = new ArrayList<>(properties.allowedHosts());
    String address = environment.getProperty("server.address", "");
    if (!address.isBlank()) {
      names.add(address);
    }
    return new HostFilter(new AllowedHosts(names), "lockarbiter.gateway.allowed-hosts", refusals);
  }

  /** Pages of the listed sites may ask; a key is needed all the same, and no cookie counts. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE + 2)
  CorsWebFilter corsFilter() {
    CorsConfiguration cors = new CorsConfiguration();
    cors.setAllowedOrigins(properties.allowedOrigins());
    cors.setAllowedMethods(List.of("GET", "POST", "DELETE"));
    cors.setAllowedHeaders(
        List.of(
            "Authorization",
            "Content-Type",
            "Idempotency-Key",
            "Last-Event-ID",
            "Prefer",
            "Request-Age",
            "Session",
            "Sub-Account"));
    cors.setExposedHeaders(List.of("Location", "Preference-Applied", "Retry-After"));
    cors.setAllowCredentials(false);
    cors.setMaxAge(Duration.ofMinutes(10));
    UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
    source.registerCorsConfiguration("/v1/**", cors);
    return new CorsWebFilter(source);
  }

  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE + 3)
  ProxyFilter proxyFilter() {
    return new ProxyFilter(TrustedProxies.of(properties.trustedProxies()));
  }

  /** Before Spring Boot's own handler, which writes another form. */
  @Bean
  @Order(-2)
  ProblemHandler problemHandler(RefusalCounts refusals) {
    return new ProblemHandler(refusals);
  }

  @Bean
  NettyServerCustomizer connectionLimit() {
    return new ConnectionLimit(properties.connections());
  }

  @Bean
  NettyServerCustomizer unreadableRequests(RefusalCounts refusals) {
    return new UnreadableRequests(refusals);
  }
}
