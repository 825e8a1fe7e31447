package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks the holder of a lock to let go of it; since rules 4.
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
  /** The rules that know it. */
  public static final int SINCE_RULES = 4;

  /** What it is told in a partition whose rules are earlier ones. */
  public static final String UNKNOWN =
      "type is yield, which the rules of this partition do not know; it comes with rules "
          + SINCE_RULES;

  @Override
  public CommandType type() {
    return CommandType.YIELD;
  }
}
