package io.lockarbiter.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/** So many tries to log in from one address within a minute. */
final class LoginLimit extends OncePerRequestFilter {
  /** As the login itself knows it, by whatever escapes it is written. */
  private static final RequestMatcher LOGIN =
      PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.POST, ConsoleSecurity.LOGIN);

  private final RateLimit limit;

  LoginLimit(RateLimit limit) {
    this.limit = limit;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (LOGIN.matches(request) && !limit.allows(request.getRemoteAddr())) {
      Problems.write(
          response,
          HttpStatus.TOO_MANY_REQUESTS,
          "too many tries to log in from this address within a minute");
      return;
    }
    chain.doFilter(request, response);
  }
}
