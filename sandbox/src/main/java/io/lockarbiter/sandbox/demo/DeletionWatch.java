package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows one deletion after the other through the events of an account in which everybody else
 * uploads below the folder that is deleted. Takes every event of the account, in order. Not
 * thread-safe.
 */
final class DeletionWatch {
  private final Map<String, Long> held = new HashMap<>();
  private final Map<String, Long> waiting = new HashMap<>();
  private DeletionWait deletion = new DeletionWait(0, "");

  /** Follows the deletion of the next round. */
  void begin(int round, String lockId) {
    deletion = new DeletionWait(round, lockId);
  }

  void take(Event event) {
    if (event.repeated() || !(event.subject() instanceof LockFields lock)) {
      return;
    }
    if (lock.lockId().equals(deletion.lockId())) {
      takeDeletion(event);
    } else {
      takeUpload(event, lock.lockId());
    }
  }

  /** Uploads that hold a lock now. */
  int held() {
    return held.size();
  }

  /** Says whether the deletion holds its lock. */
  boolean deletionIsHeld() {
    return deletion.isHeld();
  }

  /** The round; null until the deletion was granted and has ended. */
  @Nullable StarveRound round() {
    return deletion.round();
  }

  private void takeDeletion(Event event) {
    if (event instanceof Queued queued) {
      deletion.queued(queued, held);
    } else if (event instanceof Granted granted) {
      deletion.granted(granted, held.size());
    } else if (event instanceof Released) {
      deletion.released();
    } else if (event instanceof Rejected rejected) {
      throw new IllegalStateException(
          "the deletion was refused: reason=%s lockId=%s, expected granted"
              .formatted(rejected.reason(), deletion.lockId()));
    }
  }

  private void takeUpload(Event event, String lockId) {
    if (event instanceof Queued) {
      waiting.put(lockId, event.head().cause().offset());
      deletion.uploadRequested();
    } else if (event instanceof Granted granted) {
      Long requested = waiting.remove(lockId);
      if (requested == null) {
        deletion.uploadRequested();
      }
      held.put(lockId, granted.expiresAt());
      deletion.uploadGranted(requested == null ? event.head().cause().offset() : requested);
    } else if (event instanceof Renewed renewed) {
      held.put(lockId, renewed.expiresAt());
      deletion.uploadRenewed(lockId, renewed.expiresAt());
    } else if (event instanceof Released released) {
      waiting.remove(lockId);
      held.remove(lockId);
      deletion.uploadEnded(lockId, event.head().at(), released.reason() == ReleaseReason.EXPIRED);
    } else if (event instanceof Rejected rejected && rejected.reason().endsWait()) {
      waiting.remove(lockId);
    }
  }
}
