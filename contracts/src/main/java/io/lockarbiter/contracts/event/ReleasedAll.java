package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * The locks and waiting requests of an owner, or of a sub-account, have ended; each has told its
 * end before, by an event of the same record.
 *
 * @param owner as the command names it; without session all owners of the sub-account are meant
 * @param released the number of held locks that ended
 * @param cancelled the number of waiting requests that were withdrawn
 * @param more whether some are left; a further command ends them
 */
public record ReleasedAll(EventHead head, Owner owner, int released, int cancelled, boolean more)
    implements Event {
  @Override
  public EventType type() {
    return EventType.RELEASED_ALL;
  }

  /** It is about no single lock. */
  @Override
  public @Nullable Subject subject() {
    return null;
  }
}
