package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * A lock or request as its latest event tells it.
 *
 * @param last the latest event
 * @param asked the latest request to let go of it; null if nobody asks
 */
public record LiveLock(LockFields fields, Event last, @Nullable YieldRequested asked) {
  /** The state of a lock. */
  public enum State {
    /** The request waits. */
    QUEUED,
    /** The lock is held. */
    GRANTED,
    /** The lock was released, or the request withdrawn. */
    RELEASED,
    /** The request was refused, or waited in vain. */
    REJECTED
  }

  /** The state after the latest event. */
  public State state() {
    if (last instanceof Queued) {
      return State.QUEUED;
    }
    if (last instanceof Released) {
      return State.RELEASED;
    }
    return last instanceof Rejected ? State.REJECTED : State.GRANTED;
  }

  /** Says whether it waits or is held. */
  public boolean isLive() {
    return state() == State.QUEUED || state() == State.GRANTED;
  }

  /** Its key. */
  public LockKey key() {
    return new LockKey(last.head().account(), fields.lockId());
  }

  /** Its token; null if it is not held. */
  public @Nullable Long token() {
    if (last instanceof Granted granted) {
      return granted.token();
    }
    if (last instanceof Renewed renewed) {
      return renewed.token();
    }
    if (last instanceof Told told) {
      return told.token();
    }
    return last instanceof YieldRequested yields ? yields.token() : null;
  }

  /** The end of its lease, log time, epoch ms; null if it is not held. */
  public @Nullable Long expiresAt() {
    if (last instanceof Granted granted) {
      return granted.expiresAt();
    }
    if (last instanceof Renewed renewed) {
      return renewed.expiresAt();
    }
    if (last instanceof Told told) {
      return told.expiresAt();
    }
    return last instanceof YieldRequested yields ? yields.expiresAt() : null;
  }

  /** Rough heap bytes. */
  long bytes() {
    long text = 2L * fields.lockId().length() + 2L * fields.owner().subAccount().length();
    for (var attribute : fields.attributes().entrySet()) {
      text += 160 + 2L * attribute.getKey().length() + 2L * attribute.getValue().length();
    }
    for (var target : fields.targets()) {
      text += 400 + 6L * target.path().toString().length();
    }
    return 1_500
        + text
        + (last instanceof Queued queued ? 1_500L * queued.blockedBy().size() : 0)
        + (last instanceof Rejected refused ? 1_500L * refused.blockedBy().size() : 0);
  }
}
