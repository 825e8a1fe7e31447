package io.lockarbiter.arbiter.config;

import io.lockarbiter.service.http.HostFilter;
import io.lockarbiter.service.http.QueryFilter;
import jakarta.servlet.Filter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Filters that run before everything else, for every request: in the HTTP server, and in that of
 * {@code management.server.port} if it is another one. So no component scan finds this
 * configuration; {@code META-INF/spring} names it for the latter. A gateway on the same class path
 * has no servlets, and its own filters.
 */
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class FilterConfiguration {
  @Bean
  FilterRegistrationBean<HostFilter> hostFilter(
      ArbiterProperties properties, Environment environment) {
    HostFilter filter =
        HostFilter.of(
            properties.http().allowedHosts(), "lockarbiter.http.allowed-hosts", environment);
    return first(new FilterRegistrationBean<>(filter), 0);
  }

  @Bean
  FilterRegistrationBean<QueryFilter> queryFilter() {
    return first(new FilterRegistrationBean<>(new QueryFilter()), 1);
  }

  private static <T extends Filter> FilterRegistrationBean<T> first(
      FilterRegistrationBean<T> filter, int place) {
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
    return filter;
  }
}
