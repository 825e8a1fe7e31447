package io.lockarbiter.console.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests for a host that this console is not, with status 421: a page of another site may
 * have its own name resolve to this machine (DNS rebinding). IP addresses and {@code localhost} are
 * nobody's name. Requests that name none – HTTP/1.0 – come from no browser and are answered.
 */
public final class HostFilter extends OncePerRequestFilter {
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final Pattern IP_ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9A-Fa-f:.%]+]");
  private static final String REFUSAL =
      """
      {"title":"Misdirected Request","status":421,"detail":"The Host of this request is not a name of this console, \
      expected localhost, an IP address, server.address or one of lockarbiter.console.allowed-hosts. Fix: ask by \
      address, or add the name there."}""";

  private final List<String> names;

  /** Answers to some names, without port. */
  public HostFilter(Collection<String> names) {
    this.names =
        Stream.concat(Stream.of("localhost"), names.stream().map(HostFilter::folded)).toList();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host == null || isOurs(folded(PORT.matcher(host).replaceFirst("")))) {
      chain.doFilter(request, response);
      return;
    }
    response.setStatus(HttpStatus.MISDIRECTED_REQUEST.value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(REFUSAL.getBytes(UTF_8));
  }

  private boolean isOurs(String name) {
    return names.contains(name) || IP_ADDRESS.matcher(name).matches();
  }

  private static String folded(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
