package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;

/**
 * Maps a resource to the path to lock. The result must be the same in all servers, and a resource
 * below another one must have a path below that one's.
 */
@FunctionalInterface
public interface WebdavPlaces {
  /**
   * The place of a resource.
   *
   * @param request tells who asks
   * @param path the path of the resource within the servlet, decoded, without a slash at its end
   */
  WebdavPlace of(HttpServletRequest request, String path);

  /**
   * Puts all resources into one account, each at its own path. The member is the user that the
   * container has authenticated, or {@code anonymous}.
   */
  static WebdavPlaces inAccount(String account) {
    return (request, path) ->
        new WebdavPlace(
            account, Objects.requireNonNullElse(request.getRemoteUser(), "anonymous"), path);
  }
}
