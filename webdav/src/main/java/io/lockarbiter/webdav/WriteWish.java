package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.function.Function;
import org.apache.tomcat.util.buf.UDecoder;
import org.apache.tomcat.util.http.RequestUtil;
import org.jspecify.annotations.Nullable;

/**
 * The paths that a request changes.
 *
 * @param method {@code PUT}, {@code DELETE}, {@code MKCOL}, {@code PROPPATCH}, {@code COPY} or
 *     {@code MOVE}
 * @param destination of the last two; null otherwise
 */
record WriteWish(String method, String path, @Nullable String destination) {
  /** The wish of a request; null if it can have no answer but a refusal. */
  static @Nullable WriteWish of(HttpServletRequest request, String path, String prefix) {
    String method = request.getMethod();
    if (!method.equals("COPY") && !method.equals("MOVE")) {
      return new WriteWish(method, path, null);
    }
    String header = request.getHeader("Destination");
    String destination = header == null ? null : path(header, request, prefix);
    if (destination == null
        || destination.equals(path)
        || isBelow(destination, path)
        || isBelow(path, destination)
        || SharedFolder.isOwn(destination)
        || destination.toUpperCase(Locale.ROOT).matches("/(WEB|META)-INF(/.*)?")) {
      return null;
    }
    return new WriteWish(method, path, destination);
  }

  private static boolean isBelow(String path, String folder) {
    return folder.equals("/") || path.startsWith(folder + "/");
  }

  /** The path of an address within the servlet; null if it is elsewhere, or no address. */
  static @Nullable String path(String address, HttpServletRequest request, String prefix) {
    try {
      URI uri = new URI(address);
      String path = uri.getPath();
      if (path == null
          || !path.equals(RequestUtil.normalize(path))
          || (uri.isAbsolute() || uri.getRawAuthority() != null) && !isHere(uri, request)) {
        return null;
      }
      String stripped =
          path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
      if (stripped.equals(prefix)) {
        return "/";
      }
      return stripped.startsWith(prefix + "/") ? stripped.substring(prefix.length()) : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /**
   * The path of a request with its whole names: the container takes what follows a semicolon for a
   * parameter, and would write another file.
   *
   * @param uri of the request, encoded
   * @return null if it has no semicolon behind the servlet's own path
   */
  static @Nullable String wholePath(String uri, String prefix) {
    String path = uri.contains(";") ? RequestUtil.normalize(UDecoder.URLDecode(uri, UTF_8)) : null;
    if (path == null || !path.startsWith(prefix + "/")) {
      return null;
    }
    String below = path.substring(prefix.length());
    return below.length() > 1 && below.endsWith("/")
        ? below.substring(0, below.length() - 1)
        : below;
  }

  private static boolean isHere(URI uri, HttpServletRequest request) {
    boolean isUsualPort =
        request.getServerPort() == ("https".equals(request.getScheme()) ? 443 : 80);
    // Where somebody else speaks TLS, clients name another scheme than this server hears.
    boolean isOfTheWeb = uri.getScheme() == null || uri.getScheme().matches("(?i)https?");
    return isOfTheWeb
        && request.getServerName().equalsIgnoreCase(uri.getHost())
        && (uri.getPort() == request.getServerPort() || uri.getPort() == -1 && isUsualPort);
  }

  /** Says whether the resource at its path is gone afterwards. */
  boolean removes() {
    return method.equals("DELETE") || method.equals("MOVE");
  }

  /** Says whether the resource at its path stays as it is. */
  boolean copies() {
    return method.equals("COPY");
  }

  /** The lock that it takes; null if its paths can have none together. */
  @Nullable LockRequest request(Function<String, WebdavPlace> places) {
    WebdavPlace at = places.apply(path);
    String account = at.account();
    String member = at.subAccount();
    return switch (method) {
      case "DELETE" -> LockRequest.delete(account, member, at.path());
      case "MKCOL" -> LockRequest.createFolder(account, member, at.path());
      case "COPY", "MOVE" -> pair(at, places);
      default -> LockRequest.upload(account, member, at.path());
    };
  }

  private @Nullable LockRequest pair(WebdavPlace at, Function<String, WebdavPlace> places) {
    WebdavPlace to = destination == null ? null : places.apply(destination);
    Operation operation = copies() ? Operation.COPY : Operation.MOVE;
    if (to == null
        || !to.account().equals(at.account())
        || operation.problem(LockPath.of(at.path()), LockPath.of(to.path())) != null) {
      return null;
    }
    return LockRequest.of(at.account(), at.subAccount(), operation, at.path(), to.path());
  }
}
