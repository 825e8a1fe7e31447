package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.view.AllowedHosts;
import io.lockarbiter.arbiter.view.HostFilter;
import java.util.ArrayList;
import java.util.List;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The HTTP server. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {
  /** An account's name may hold a slash, sent as {@code %2F}. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
    return factory ->
        factory.addConnectorCustomizers(
            connector ->
                connector.setEncodedSolidusHandling(
                    EncodedSolidusHandling.PASS_THROUGH.getValue()));
  }

  /** Before everything else, whatever is asked for. */
  @Bean
  FilterRegistrationBean<HostFilter> hostFilter(
      ArbiterProperties properties, @Value("${server.address:#{null}}") @Nullable String bound) {
    List<String> names = new ArrayList<>(properties.http().allowedHosts());
    if (bound != null) {
      names.add(bound);
    }
    FilterRegistrationBean<HostFilter> filter =
        new FilterRegistrationBean<>(new HostFilter(new AllowedHosts(names)));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return filter;
  }
}
