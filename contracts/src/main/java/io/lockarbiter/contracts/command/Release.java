package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Ends a held lock, or cancels a waiting request.
 *
 * @param outcome how the work under it ended
 */
public record Release(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    WorkOutcome outcome)
    implements AccountCommand {
  /** A release that tells only whether the paths are gone. */
  public Release(
      String commandId,
      String account,
      Owner owner,
      @Nullable String replyTo,
      String lockId,
      boolean gone) {
    this(commandId, account, owner, replyTo, lockId, gone ? WorkOutcome.GONE : WorkOutcome.DONE);
  }

  @Override
  public CommandType type() {
    return CommandType.RELEASE;
  }
}
