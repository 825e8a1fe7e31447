package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Ends all locks and waiting requests of an owner, or of a sub-account: RULES.md, Releasing all.
 *
 * @param owner whose locks end; without session those of all owners of the sub-account
 */
public record ReleaseAll(String commandId, String account, Owner owner, @Nullable String replyTo)
    implements AccountCommand {
  @Override
  public CommandType type() {
    return CommandType.RELEASE_ALL;
  }

  /** It names no lock. */
  @Override
  public @Nullable String lockId() {
    return null;
  }
}
