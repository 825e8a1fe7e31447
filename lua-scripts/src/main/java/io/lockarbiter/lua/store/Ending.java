package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Reason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import org.jspecify.annotations.Nullable;

/**
 * The end of an acquire as a repeated answer tells it: without particulars such as blockers, the
 * limit or the operator.
 *
 * @param token null if it was never held
 * @param heldMs ms of log time; null if it was never held
 * @param field the bad field of the acquire; null if there was none
 */
public record Ending(
    Reason reason, @Nullable Long token, @Nullable Long heldMs, @Nullable String field) {
  /**
   * The ending in an event.
   *
   * @throws IllegalArgumentException if the event ends nothing
   */
  public static Ending of(Event event) {
    if (event instanceof Released released) {
      return new Ending(released.reason(), released.token(), released.heldMs(), null);
    }
    if (event instanceof Rejected rejected) {
      return new Ending(rejected.reason(), null, null, rejected.field());
    }
    throw new IllegalArgumentException(event.type() + " ends nothing");
  }

  /** The type of the event: released or rejected. */
  public EventType type() {
    return reason instanceof ReleaseReason ? EventType.RELEASED : EventType.REJECTED;
  }
}
