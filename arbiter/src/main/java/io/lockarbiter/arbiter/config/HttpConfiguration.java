package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.view.ShownDeployment;
import io.lockarbiter.arbiter.view.ViewPermits;
import io.lockarbiter.service.view.KnownParametersInterceptor;
import io.lockarbiter.service.view.OneValueInterceptor;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The HTTP server. */
@Configuration(proxyBeanMethods = false)
@Import(FilterConfiguration.class)
class HttpConfiguration implements WebMvcConfigurer {
  private final ObjectProvider<ViewPermits> permits;

  HttpConfiguration(ObjectProvider<ViewPermits> permits) {
    this.permits = permits;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new OneValueInterceptor());
    registry.addInterceptor(new KnownParametersInterceptor());
    registry.addInterceptor(permits.getObject()).addPathPatterns("/api/accounts/**");
  }

  @Bean
  static ViewPermits viewPermits(ArbiterProperties properties, MeterRegistry registry) {
    return new ViewPermits(properties.http().concurrentViews(), registry);
  }

  @Bean
  static ShownDeployment shownDeployment(ArbiterProperties properties) {
    return new ShownDeployment(properties.deployment(), properties.topics().prefix());
  }

  /**
   * Allows encoded slashes, because the name of an account may hold a slash, sent as {@code %2F}.
   */
  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
    return factory ->
        factory.addConnectorCustomizers(
            connector ->
                connector.setEncodedSolidusHandling(
                    EncodedSolidusHandling.PASS_THROUGH.getValue()));
  }
}
