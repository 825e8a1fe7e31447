package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One deletion, from its request to its release, among uploads into its folder: whether it waited
 * no longer than it may. Told by the events of their account, in order, all in log time. Not
 * thread-safe.
 */
final class StarveRound {
  /** How long a deadline may be due in a silent partition before a tick makes its event. */
  static final long TICK_MS = 200;

  static final String HEADER =
      "round  waited ms  at most ms  held  renewed  expired  later  overtaking";

  private final int number;
  private final Map<String, Long> expiriesOfHeld = new HashMap<>();
  private final Map<String, Long> expiriesAtArrival = new HashMap<>();
  private final Map<String, Long> offsetsOfWaiting = new HashMap<>();
  private @Nullable Queued queued;
  private @Nullable Granted granted;
  private boolean ended;
  private int renewed;
  private int expired;
  private long lastEndedAt;
  private int later;
  private int overtaking;
  private int beside;

  StarveRound(int number) {
    this.number = number;
  }

  /** Counts the next event of the account. */
  void add(Event event) {
    if (!event.repeated() && event.subject() instanceof LockFields lock) {
      if (lock.operation() == Operation.DELETE) {
        addDeletion(event);
      } else {
        addUpload(event, lock.lockId());
      }
    }
  }

  private void addDeletion(Event event) {
    if (event instanceof Queued answer) {
      queued = answer;
      expiriesAtArrival.putAll(expiriesOfHeld);
    } else if (event instanceof Granted answer) {
      granted = answer;
      beside = expiriesOfHeld.size();
    } else if (event instanceof Released) {
      ended = true;
    } else if (event instanceof Rejected rejected) {
      throw new IllegalStateException(
          "the deletion was refused: reason=%s lockId=%s, expected granted"
              .formatted(rejected.reason(), rejected.head().commandId()));
    }
  }

  private void addUpload(Event event, String lockId) {
    if (event instanceof Queued) {
      offsetsOfWaiting.put(lockId, event.head().cause().offset());
      later += isWaiting() ? 1 : 0;
    } else if (event instanceof Granted answer) {
      grantUpload(answer, lockId);
    } else if (event instanceof Renewed answer) {
      expiriesOfHeld.put(lockId, answer.expiresAt());
      if (isWaiting() && expiriesAtArrival.replace(lockId, answer.expiresAt()) != null) {
        renewed++;
      }
    } else if (event instanceof Released released) {
      expiriesOfHeld.remove(lockId);
      if (isWaiting() && expiriesAtArrival.containsKey(lockId)) {
        lastEndedAt = event.head().at();
        expired += released.reason() == ReleaseReason.EXPIRED ? 1 : 0;
      }
    }
  }

  private void grantUpload(Granted upload, String lockId) {
    Long waitedSince = offsetsOfWaiting.remove(lockId);
    later += waitedSince == null && isWaiting() ? 1 : 0;
    expiriesOfHeld.put(lockId, upload.expiresAt());
    long askedAt = waitedSince == null ? upload.head().cause().offset() : waitedSince;
    if (queued != null && isWaiting() && askedAt > queued.head().cause().offset()) {
      overtaking++;
    }
    beside += isHeld() ? 1 : 0;
  }

  /** Uploads that hold a lock now. */
  int uploadsHeld() {
    return expiriesOfHeld.size();
  }

  /** Says whether the deletion holds its lock. */
  boolean isHeld() {
    return granted != null && !ended;
  }

  /** Says whether the deletion was granted and has ended. */
  boolean hasEnded() {
    return granted != null && ended;
  }

  private boolean isWaiting() {
    return queued != null && granted == null;
  }

  /** Says whether the deletion had to wait for uploads while others came. */
  boolean hasWaited() {
    return waitedMs() > 0 && !expiriesAtArrival.isEmpty() && later > 0;
  }

  /** Uploads that were asked for while the deletion waited. */
  int later() {
    return later;
  }

  private long requestedAt() {
    return queued == null ? grantedAt() : queued.requestedAt();
  }

  private long grantedAt() {
    return granted == null ? 0 : granted.head().at();
  }

  private long waitedMs() {
    return grantedAt() - requestedAt();
  }

  /** The longest it may wait: until the last lease held at its arrival ends, renewals included. */
  private long boundMs() {
    return expiriesAtArrival.values().stream()
            .mapToLong(expiry -> expiry - requestedAt())
            .max()
            .orElse(0)
        + TICK_MS;
  }

  /** What an ended round broke, in words; empty if it kept its bound. */
  List<String> broken() {
    List<String> reasons = new ArrayList<>();
    long idleMs = expiriesAtArrival.isEmpty() ? 0 : grantedAt() - lastEndedAt;
    if (waitedMs() > boundMs()) {
      reasons.add("it waited %,d ms longer than it may".formatted(waitedMs() - boundMs()));
    }
    if (idleMs != 0) {
      reasons.add("it was granted %,d ms after the last of those locks ended".formatted(idleMs));
    }
    if (overtaking > 0) {
      reasons.add("%,d uploads that came later were granted before it".formatted(overtaking));
    }
    if (beside > 0) {
      reasons.add("%,d uploads held a lock beside it".formatted(beside));
    }
    return reasons;
  }

  /** An ended round under the columns of {@link #HEADER}, with what was broken below it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%5d  %,9d  %,10d  %4d  %7d  %7d  %5d  %10d  %s"
            .formatted(
                number,
                waitedMs(),
                boundMs(),
                expiriesAtArrival.size(),
                renewed,
                expired,
                later,
                overtaking,
                broken().isEmpty() ? "kept" : "BROKEN"));
    broken().forEach(reason -> lines.add("       " + reason));
    return lines;
  }
}
