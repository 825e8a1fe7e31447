package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.view.AllowedHosts;
import io.lockarbiter.arbiter.view.HostFilter;
import io.lockarbiter.arbiter.view.QueryFilter;
import jakarta.servlet.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * What stands before everything else, whatever is asked for: in the HTTP server, and in that of
 * {@code management.server.port} if it is another one. So it is no configuration that a scan finds;
 * {@code META-INF/spring} names it for the latter.
 */
class FilterConfiguration {
  @Bean
  FilterRegistrationBean<HostFilter> hostFilter(
      ArbiterProperties properties, Environment environment) {
    List<String> names = new ArrayList<>(properties.http().allowedHosts());
    Stream.of("server.address", "management.server.address")
        .map(environment::getProperty)
        .filter(FilterConfiguration::isSet)
        .forEach(names::add);
    return first(new FilterRegistrationBean<>(new HostFilter(new AllowedHosts(names))), 0);
  }

  @Bean
  FilterRegistrationBean<QueryFilter> queryFilter() {
    return first(new FilterRegistrationBean<>(new QueryFilter()), 1);
  }

  private static boolean isSet(@Nullable String address) {
    return address != null && !address.isBlank();
  }

  private static <T extends Filter> FilterRegistrationBean<T> first(
      FilterRegistrationBean<T> filter, int place) {
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
    return filter;
  }
}
