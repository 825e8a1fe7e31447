package io.lockarbiter.webdav;

import java.util.Map;

/**
 * A file, and what a user may do with it.
 *
 * @param place the file's path in the arbiter, and the user as its member
 * @param path the file's path in the folder, such as {@code /docs/plan.docx}
 * @param userName the user's name, for people to read
 * @param mayWrite whether the user may lock and change it
 * @param more properties of your product in the answer to CheckFileInfo, such as {@code CloseUrl}:
 *     texts, numbers and booleans. They replace those of the same name
 */
public record WopiFile(
    WebdavPlace place, String path, String userName, boolean mayWrite, Map<String, Object> more) {
  /** A file. */
  public WopiFile {
    more = Map.copyOf(more);
  }
}
