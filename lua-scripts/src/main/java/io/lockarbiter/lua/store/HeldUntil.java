package io.lockarbiter.lua.store;

/**
 * A held lock as others see it.
 *
 * @param until when it ends if nothing lengthens its lease, or keeps its session alive; log time,
 *     epoch ms
 */
public record HeldUntil(HeldLock lock, long until) {
  /** The lock with this end in the place of its own one. */
  public HeldLock shown() {
    return lock.until(until);
  }
}
