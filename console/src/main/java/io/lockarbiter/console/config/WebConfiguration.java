package io.lockarbiter.console.config;

import io.lockarbiter.console.api.StreamLimit;
import io.lockarbiter.console.security.BodyFilter;
import io.lockarbiter.service.http.HostFilter;
import io.lockarbiter.service.http.QueryFilter;
import io.lockarbiter.service.view.OneValueInterceptor;
import jakarta.servlet.Filter;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.http.CacheControl;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The pages, and the threads that write streams. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
  private final ThreadPoolExecutor threads;

  WebConfiguration(StreamLimit limit) {
    // A few more threads than streams: a thread is busy for a moment after it has returned its
    // place.
    this.threads =
        new ThreadPoolExecutor(
            0,
            limit.threads() + 8,
            60,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new CustomizableThreadFactory("console-stream-"));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> unreadBodies() {
    return server -> server.setProtocol(ClosingHttp11Protocol.class.getName());
  }

  @Bean
  FilterRegistrationBean<BodyFilter> bodyFilter() {
    return first(new FilterRegistrationBean<>(new BodyFilter(System::nanoTime)), 0);
  }

  @Bean
  FilterRegistrationBean<HostFilter> hostFilter(
      ConsoleProperties properties, Environment environment) {
    HostFilter filter =
        HostFilter.of(properties.allowedHosts(), "lockarbiter.console.allowed-hosts", environment);
    return first(new FilterRegistrationBean<>(filter), 1);
  }

  @Bean
  FilterRegistrationBean<QueryFilter> queryFilter() {
    return first(new FilterRegistrationBean<>(new QueryFilter()), 2);
  }

  private static <T extends Filter> FilterRegistrationBean<T> first(
      FilterRegistrationBean<T> filter, int place) {
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
    return filter;
  }

  @Bean(destroyMethod = "shutdownNow")
  ThreadPoolExecutor streamThreads() {
    return threads;
  }

  @Override
  public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
    configurer.setDefaultTimeout(-1);
    configurer.setTaskExecutor(new TaskExecutorAdapter(threads));
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new OneValueInterceptor());
  }

  @Override
  public void addViewControllers(ViewControllerRegistry registry) {
    registry.addViewController("/").setViewName("forward:/index.html");
  }

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    CacheControl always = CacheControl.noCache();
    files(registry, "/*.html", "", always);
    files(registry, "/app/**", "app/", always);
    files(registry, "/audit/**", "audit/", always);
    files(registry, "/api/*.json", "api/", always);
    library(registry, Library.LIT_HTML, always);
    library(registry, Library.D3, always);
    library(registry, Library.CHART_JS, always);
  }

  private static void files(
      ResourceHandlerRegistry registry, String pattern, String folder, CacheControl cache) {
    registry
        .addResourceHandler(pattern)
        .addResourceLocations("classpath:/console/" + folder)
        .setCacheControl(cache);
  }

  private static void library(
      ResourceHandlerRegistry registry, Library library, CacheControl cache) {
    registry
        .addResourceHandler("/lib/" + library.artifact() + "/**")
        .addResourceLocations(library.location())
        .setCacheControl(cache);
  }
}
