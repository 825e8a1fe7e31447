package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Ends a held lock, or cancels a waiting request.
 *
 * @param gone the paths of its DELETE and EXCLUSIVE targets no longer exist
 */
public record Release(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    boolean gone)
    implements AccountCommand {
  @Override
  public CommandType type() {
    return CommandType.RELEASE;
  }
}
