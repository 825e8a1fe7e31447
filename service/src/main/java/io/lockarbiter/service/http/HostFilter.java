package io.lockarbiter.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.PropertyResolver;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests for a host name that is not this service's, with status 421. Requests without
 * one (HTTP/1.0) come from no browser and are answered.
 */
public final class HostFilter extends OncePerRequestFilter {
  private static final Logger LOG = LoggerFactory.getLogger(HostFilter.class);
  private static final String REFUSAL =
      """
      {"title":"Misdirected Request","status":421,"detail":"The Host of this request is not a name of this service, \
      expected localhost, an IP address, server.address or one of %1$s; it is not answered, \
      or a page of another site could read it under a name of its own. Fix: ask by address, or add the name to \
      %1$s."}""";

  private final AllowedHosts allowed;
  private final byte[] refusal;

  /**
   * A filter.
   *
   * @param setting the setting that lists the hosts, named in the refusal
   */
  HostFilter(AllowedHosts allowed, String setting) {
    this.allowed = allowed;
    this.refusal = REFUSAL.formatted(setting).getBytes(UTF_8);
  }

  /**
   * A filter that also answers under the addresses that the server listens on.
   *
   * @param setting the setting that lists the names
   */
  public static HostFilter of(Collection<String> names, String setting, PropertyResolver settings) {
    List<String> all = new ArrayList<>(names);
    Stream.of("server.address", "management.server.address")
        .map(settings::getProperty)
        .filter(HostFilter::isSet)
        .forEach(all::add);
    return new HostFilter(new AllowedHosts(all), setting);
  }

  private static boolean isSet(@Nullable String address) {
    return address != null && !address.isBlank();
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
    response.getOutputStream().write(refusal);
  }
}
