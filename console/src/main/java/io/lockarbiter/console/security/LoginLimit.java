package io.lockarbiter.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the attempts to log in from one address within a minute. An attempt costs a password
 * digest or an answer of a provider; only a few run at a time, from all clients together, and the
 * next wait in a short line.
 */
final class LoginLimit extends OncePerRequestFilter {
  private static final int PASSWORDS = 2;
  private static final int PROVIDERS = 8;
  private static final int LONGEST_LINE = 32;
  private static final long PATIENCE_MS = 3_000;

  private final List<Kind> kinds;
  private final RateLimit limit;

  /** Attempts at one path, matched as the login itself matches it, however it is escaped. */
  private record Kind(RequestMatcher path, Semaphore places) {
    Kind(PathPatternRequestMatcher path, int atATime) {
      this(path, new Semaphore(atATime, /* fair= */ true));
    }

    boolean takesPlace() {
      try {
        return places.getQueueLength() < LONGEST_LINE
            && places.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  LoginLimit(RateLimit limit) {
    PathPatternRequestMatcher.Builder paths = PathPatternRequestMatcher.withDefaults();
    this.limit = limit;
    this.kinds =
        List.of(
            new Kind(paths.matcher(HttpMethod.POST, ConsoleSecurity.LOGIN), PASSWORDS),
            new Kind(paths.matcher(LoginUnderWay.BEGIN + "/*"), PROVIDERS),
            new Kind(paths.matcher(LoginUnderWay.RETURN + "/*"), PROVIDERS));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    for (Kind kind : kinds) {
      if (kind.path().matches(request)) {
        limited(kind, request, response, chain);
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private void limited(
      Kind kind, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!limit.allows(kinds.indexOf(kind) + " " + Origin.of(request))) {
      Problems.write(
          response,
          HttpStatus.TOO_MANY_REQUESTS,
          "too many tries to log in from this address within a minute");
      return;
    }
    if (!kind.takesPlace()) {
      Problems.write(
          response,
          HttpStatus.SERVICE_UNAVAILABLE,
          "too many try to log in at this moment. Try again");
      return;
    }
    try {
      chain.doFilter(request, response);
    } finally {
      kind.places().release();
    }
  }
}
