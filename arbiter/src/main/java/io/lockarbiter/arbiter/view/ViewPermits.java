package io.lockarbiter.arbiter.view;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Bounds the number of views over HTTP at the same time. A view counts until its answer is written,
 * because it lies on the heap until then, also where a client does not read it.
 */
public final class ViewPermits implements HandlerInterceptor {
  private final int most;
  private final Semaphore free;
  private final Counter refused;

  /**
   * Permits for views.
   *
   * @param most the most views at a time; further ones are refused at once
   */
  public ViewPermits(int most, MeterRegistry registry) {
    this.most = most;
    this.free = new Semaphore(most);
    this.refused = registry.counter(MeterName.VIEWS_REFUSED.text());
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!free.tryAcquire()) {
      refused.increment();
      throw new TooManyViewsException(most);
    }
    return true;
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception failure) {
    free.release();
  }
}
