package io.lockarbiter.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses queries that cannot be decoded, with status 400; otherwise the server would log each of
 * them as an error.
 */
public final class QueryFilter extends OncePerRequestFilter {
  private static final String REFUSAL =
      """
      {"title":"Bad Request","status":400,"detail":"The query cannot be decoded, expected UTF-8 in percent escapes."}""";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (isReadable(request)) {
      chain.doFilter(request, response);
      return;
    }
    response.setStatus(HttpStatus.BAD_REQUEST.value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(REFUSAL.getBytes(UTF_8));
  }

  /**
   * Says whether the query can be decoded; requests other than GET are refused later, without a
   * look at their parameters.
   */
  private static boolean isReadable(HttpServletRequest request) {
    if (request.getQueryString() == null || !HttpMethod.GET.matches(request.getMethod())) {
      return true;
    }
    try {
      request.getParameterMap();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
