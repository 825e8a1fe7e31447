package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * An operator ends somebody else's lock or waiting request.
 *
 * @param comment why, for the audit; at most 1,024 UTF-8 bytes; null if none was given
 */
public record ForceRelease(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    @Nullable String comment)
    implements AccountCommand {
  /** Most UTF-8 bytes of a comment. */
  public static final int MAX_COMMENT_BYTES = 1024;

  @Override
  public CommandType type() {
    return CommandType.FORCE_RELEASE;
  }
}
