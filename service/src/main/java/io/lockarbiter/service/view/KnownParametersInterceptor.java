package io.lockarbiter.service.view;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a parameter that the address does not have. A misspelt filter would otherwise answer what
 * was not asked for.
 */
public final class KnownParametersInterceptor implements HandlerInterceptor {
  /** An interceptor for controllers whose parameters are all {@link RequestParam}. */
  public KnownParametersInterceptor() {}

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method) {
      List<String> known =
          Stream.of(method.getMethodParameters())
              .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
              .map(KnownParametersInterceptor::name)
              .toList();
      for (String given : request.getParameterMap().keySet()) {
        if (!known.contains(given)) {
          throw new BadParameterException(
              "%s is no parameter here, expected %s"
                  .formatted(given, known.isEmpty() ? "none" : String.join(", ", known)));
        }
      }
    }
    return true;
  }

  private static String name(MethodParameter parameter) {
    RequestParam asked = parameter.getParameterAnnotation(RequestParam.class);
    return asked == null || asked.name().isEmpty()
        ? parameter.getParameter().getName()
        : asked.name();
  }
}
