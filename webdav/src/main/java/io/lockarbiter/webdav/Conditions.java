package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.WebResource;
import org.jspecify.annotations.Nullable;

/** The header {@code If} of requests (RFC 4918, 10.4), by the locks of all servers. */
final class Conditions {
  private final ArbiterWebdavServlet servlet;

  Conditions(ArbiterWebdavServlet servlet) {
    this.servlet = servlet;
  }

  static @Nullable IfHeader header(HttpServletRequest request) throws IOException {
    return IfHeader.of(
        request.getHeader("If"), request.getScheme() + "://" + request.getServerName());
  }

  /** The lock tokens that a request names. */
  TokenCheck tokens(HttpServletRequest request) throws IOException {
    WebdavPlace place = servlet.place(request, servlet.pathOf(request));
    IfHeader header = header(request);
    return header == null
        ? TokenCheck.without(place)
        : TokenCheck.of(place, header.submitted(), servlet.view().now(place.account()));
  }

  /** Says whether the header is true, or absent. */
  boolean hold(HttpServletRequest request) throws IOException {
    IfHeader header = header(request);
    if (header == null) {
      return true;
    }
    String account = servlet.place(request, servlet.pathOf(request)).account();
    LockTable table = servlet.view().now(account);
    return header.isTrue(href -> state(request, href, table));
  }

  private IfHeader.@Nullable State state(
      HttpServletRequest request, @Nullable String href, LockTable table) {
    String path = href == null ? servlet.pathOf(request) : servlet.pathIn(request, href);
    if (path == null) {
      return null;
    }
    WebdavPlace place = servlet.place(request, path);
    List<String> tokens =
        table.covering(place.account(), LockPath.of(place.path())).stream()
            .map(DavLock::tokenUri)
            .filter(Objects::nonNull)
            .toList();
    WebResource resource = servlet.resource(path);
    return new IfHeader.State(tokens, resource.exists() ? servlet.generateETag(resource) : "");
  }
}
