package io.lockarbiter.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** So many tries to log in from one address within a minute. */
final class LoginLimit extends OncePerRequestFilter {
  private final RateLimit limit;

  LoginLimit(RateLimit limit) {
    this.limit = limit;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean isLogin =
        HttpMethod.POST.matches(request.getMethod())
            && request.getRequestURI().equals(ConsoleSecurity.LOGIN);
    if (isLogin && !limit.allows(request.getRemoteAddr())) {
      Problems.write(
          response,
          HttpStatus.TOO_MANY_REQUESTS,
          "too many tries to log in from this address within a minute");
      return;
    }
    chain.doFilter(request, response);
  }
}
