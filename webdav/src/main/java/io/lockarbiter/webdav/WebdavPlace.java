package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import org.jspecify.annotations.Nullable;

/**
 * The place of a resource among the arbiter's paths, and the member who asks for it.
 *
 * @param account the tree in which the resource lies
 * @param subAccount the member who sends the request; others see it as their blocker
 * @param path the path of the resource in the account, such as {@code /docs/plan.docx}
 */
public record WebdavPlace(String account, String subAccount, String path) {
  /** A place; a slash at the end of its path is left out. */
  public WebdavPlace {
    if (path.length() > 1 && path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
  }

  /** The path of a lock as it is called below this place; null if it lies elsewhere. */
  @Nullable String pathBelow(LockPath lock) {
    String whole = lock.toString();
    if (path.equals("/")) {
      return whole;
    }
    if (whole.equals(path)) {
      return "/";
    }
    return whole.startsWith(path + "/") ? whole.substring(path.length()) : null;
  }
}
