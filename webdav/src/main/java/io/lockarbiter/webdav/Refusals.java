package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers of WebDAV to requests that were refused. */
final class Refusals {
  private Refusals() {}

  /**
   * Answers with the condition that was not met.
   *
   * @param addresses the address of the root of a lock; null if it lies outside of what is served
   */
  static void answer(
      RefusedException e,
      HttpServletResponse response,
      Function<LockPath, @Nullable String> addresses)
      throws IOException {
    if (e.condition().isEmpty()) {
      unavailable(e, response);
      return;
    }
    response.setStatus(e.status());
    response.setContentType("application/xml; charset=UTF-8");
    List<String> roots = e.places().stream().map(addresses).filter(Objects::nonNull).toList();
    response.getWriter().write(DavXml.error(e.condition(), roots));
  }

  /** Answers that the request may be sent again. */
  static void unavailable(Exception e, HttpServletResponse response) throws IOException {
    if (!response.isCommitted()) {
      response.reset();
      response.setHeader("Retry-After", Long.toString(RefusedException.retryAfterSeconds(e)));
      response.sendError(
          e instanceof RefusedException refused
              ? refused.status()
              : HttpServletResponse.SC_SERVICE_UNAVAILABLE,
          e.getMessage());
    }
  }
}
