package io.lockarbiter.audit.lives;

import org.jspecify.annotations.Nullable;

/**
 * A command and what became of it; of an acquire also what became of its lock.
 *
 * @param at log time, epoch ms
 * @param type as on the wire; {@code invalid} if the command could not be understood
 * @param path of an acquire; of a CUSTOM one its targets
 * @param outcome type of the direct answer, {@code pending} if there is none yet
 * @param reason in that answer; null if it names none
 * @param waitedMs from request to grant or to the end of the wait; null unless it waited
 * @param heldMs null unless it was held and has ended
 * @param end how lock or wait ended; null if it has not, or never began
 */
public record CommandOutcome(
    int partition,
    long offset,
    long at,
    @Nullable String account,
    @Nullable String commandId,
    String type,
    @Nullable String subAccount,
    @Nullable String session,
    @Nullable String lockId,
    @Nullable String operation,
    @Nullable String path,
    @Nullable String destination,
    String outcome,
    @Nullable String reason,
    @Nullable Long token,
    @Nullable Long waitedMs,
    @Nullable Long heldMs,
    @Nullable String end) {

  /** The same acquire, with what became of its lock. */
  CommandOutcome endedBy(
      @Nullable Long lockToken,
      @Nullable Long lockWaitedMs,
      @Nullable Long lockHeldMs,
      @Nullable String lockEnd) {
    return new CommandOutcome(
        partition,
        offset,
        at,
        account,
        commandId,
        type,
        subAccount,
        session,
        lockId,
        operation,
        path,
        destination,
        outcome,
        reason,
        lockToken,
        lockWaitedMs,
        lockHeldMs,
        lockEnd);
  }
}
