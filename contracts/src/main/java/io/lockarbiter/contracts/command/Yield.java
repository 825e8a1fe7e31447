package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks the holder of a lock to let go of it.
 *
 * @param owner the owner that asks
 * @param graceMs ms of log time, 0 to 600,000, after which the lock is released if it is still
 *     held; null = the holder decides
 * @param comment the reason, for the holder; at most 1,024 UTF-8 bytes; null if none was given
 */
public record Yield(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    @Nullable Long graceMs,
    @Nullable String comment)
    implements AccountCommand {
  @Override
  public CommandType type() {
    return CommandType.YIELD;
  }
}
