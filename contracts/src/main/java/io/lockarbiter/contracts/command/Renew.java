package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks to hold on to a lock.
 *
 * @param leaseMs ms of log time from now on, 1,000 to 600,000; null = the lock's own
 */
public record Renew(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    @Nullable Long leaseMs)
    implements AccountCommand {
  @Override
  public CommandType type() {
    return CommandType.RENEW;
  }
}
