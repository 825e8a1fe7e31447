package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks the holder of a lock to let go of it.
 *
 * @param owner who asks
 * @param graceMs after which the lock is released if it is still held, 0 to 600,000 ms of log time;
 *     null = the holder decides
 * @param comment why, for the holder; at most 1,024 UTF-8 bytes; null if none was given
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
