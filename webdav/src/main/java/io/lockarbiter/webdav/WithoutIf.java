package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request without its header {@code If}, which the servlet's base class does not understand. */
final class WithoutIf extends HttpServletRequestWrapper {
  WithoutIf(HttpServletRequest request) {
    super(request);
  }

  @Override
  public @Nullable String getHeader(String name) {
    return name.equalsIgnoreCase("If") ? null : super.getHeader(name);
  }
}
