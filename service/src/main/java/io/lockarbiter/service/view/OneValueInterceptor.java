package io.lockarbiter.service.view;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a parameter that is given twice although it has one value. Spring would join texts by a
 * comma, which makes another path, and take the first of two numbers.
 */
public final class OneValueInterceptor implements HandlerInterceptor {
  /** An interceptor for all controllers of a service. */
  public OneValueInterceptor() {}

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method) {
      for (MethodParameter parameter : method.getMethodParameters()) {
        RequestParam asked = parameter.getParameterAnnotation(RequestParam.class);
        if (asked != null && !hasManyValues(parameter.getParameterType())) {
          checkOnce(
              asked.name().isEmpty() ? parameter.getParameter().getName() : asked.name(), request);
        }
      }
    }
    return true;
  }

  private static boolean hasManyValues(Class<?> type) {
    return type.isArray() || Collection.class.isAssignableFrom(type);
  }

  private static void checkOnce(String name, HttpServletRequest request) {
    String[] values = request.getParameterValues(name);
    if (values != null && values.length > 1) {
      throw new BadParameterException(
          "%s is given %d times, expected once".formatted(name, values.length));
    }
  }
}
