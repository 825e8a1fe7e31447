package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks to hold on to a lock.
 *
 * @param leaseMs ms of log time from now on, 1,000 to 600,000; null = the lock's own
 * @param declined why the holder does not let go though it was asked to, opaque; at most 1,024
 *     UTF-8 bytes; null if it says nothing
 */
public record Renew(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    String lockId,
    @Nullable Long leaseMs,
    @Nullable String declined)
    implements AccountCommand {
  /** A renewal that declines no request to yield. */
  public Renew(
      String commandId,
      String account,
      Owner owner,
      @Nullable String replyTo,
      String lockId,
      @Nullable Long leaseMs) {
    this(commandId, account, owner, replyTo, lockId, leaseMs, /* declined= */ null);
  }

  /** This renewal, declining a request to yield. */
  public Renew declining(String why) {
    return new Renew(commandId, account, owner, replyTo, lockId, leaseMs, why);
  }

  @Override
  public CommandType type() {
    return CommandType.RENEW;
  }
}
