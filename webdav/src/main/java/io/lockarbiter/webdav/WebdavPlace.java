package io.lockarbiter.webdav;

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
}
