package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests that name a host which this arbiter is not, with status 421. Requests that name
 * none – HTTP/1.0 – come from no browser and are answered.
 */
public final class HostFilter extends OncePerRequestFilter {
  private static final Logger LOG = LoggerFactory.getLogger(HostFilter.class);
  private static final String REFUSAL =
      """
      {"title":"Misdirected Request","status":421,"detail":"The Host of this request is not a name of this arbiter, \
      expected localhost, an IP address, server.address or one of lockarbiter.http.allowed-hosts; it is not answered, \
      or a page of another site could read it under a name of its own. Fix: ask by address, or add the name to \
      lockarbiter.http.allowed-hosts."}""";

  private final AllowedHosts allowed;

  /** A filter. */
  public HostFilter(AllowedHosts allowed) {
    this.allowed = allowed;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host == null || allowed.contains(host)) {
      chain.doFilter(request, response);
      return;
    }
    LOG.debug("refused a request for host={}", host);
    response.setStatus(HttpStatus.MISDIRECTED_REQUEST.value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(REFUSAL.getBytes(UTF_8));
  }
}
