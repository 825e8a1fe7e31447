package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Checks the access tokens that your product gives to its users, and that the office suite sends
 * back. The result must be the same in all servers. {@link WopiTokens} is one.
 */
@FunctionalInterface
public interface WopiAccess {
  /**
   * The file that a request is about, and what its user may do with it.
   *
   * @param request tells everything else
   * @param fileId the file's id, decoded; any text that your product puts into addresses
   * @param token the access token
   * @return null if the token is not valid, or not for this file
   */
  @Nullable WopiFile of(HttpServletRequest request, String fileId, String token);
}
