package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a session alive, and with it all locks that are bound to it: {@code RULES.md}, Sessions.
 *
 * @param owner its session is not null
 * @param leaseMs ms of log time from now on, 1,000 to 600,000
 */
public record KeepAlive(
    String commandId, String account, Owner owner, @Nullable String replyTo, long leaseMs)
    implements AccountCommand {
  @Override
  public CommandType type() {
    return CommandType.KEEP_ALIVE;
  }

  /** It names no lock. */
  @Override
  public @Nullable String lockId() {
    return null;
  }
}
