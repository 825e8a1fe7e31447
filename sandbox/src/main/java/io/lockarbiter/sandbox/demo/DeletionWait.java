package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One deletion, from its request to its end, and the uploads around it. Not thread-safe. */
final class DeletionWait {
  private final int number;
  private final String lockId;
  private final Map<String, Long> leases = new HashMap<>();
  private @Nullable Queued queued;
  private @Nullable Granted granted;
  private boolean ended;
  private int renewed;
  private int expired;
  private long lastEndedAt;
  private int later;
  private int overtaking;
  private int beside;

  DeletionWait(int number, String lockId) {
    this.number = number;
    this.lockId = lockId;
  }

  String lockId() {
    return lockId;
  }

  /** It waits for uploads, whose leases end at these times. */
  void queued(Queued answer, Map<String, Long> held) {
    queued = answer;
    leases.putAll(held);
  }

  void granted(Granted answer, int uploadsHeld) {
    granted = answer;
    beside += uploadsHeld;
  }

  void released() {
    ended = true;
  }

  void uploadRequested() {
    later += isWaiting() ? 1 : 0;
  }

  /** An upload was granted that had been asked for at this offset. */
  void uploadGranted(long requestOffset) {
    if (queued != null && isWaiting() && requestOffset > queued.head().cause().offset()) {
      overtaking++;
    }
    beside += isHeld() ? 1 : 0;
  }

  void uploadRenewed(String upload, long expiresAt) {
    if (isWaiting() && leases.replace(upload, expiresAt) != null) {
      renewed++;
    }
  }

  void uploadEnded(String upload, long at, boolean byTime) {
    if (isWaiting() && leases.containsKey(upload)) {
      lastEndedAt = at;
      expired += byTime ? 1 : 0;
    }
  }

  boolean isHeld() {
    return granted != null && !ended;
  }

  /** How it went; null until it has ended. */
  @Nullable StarveRound round() {
    if (granted == null || !ended) {
      return null;
    }
    long grantedAt = granted.head().at();
    long requestedAt = queued == null ? grantedAt : queued.requestedAt();
    long leasesEndAt =
        leases.values().stream().mapToLong(Long::longValue).max().orElse(requestedAt);
    return new StarveRound(
        number,
        leases.size(),
        renewed,
        expired,
        grantedAt - requestedAt,
        leasesEndAt - requestedAt,
        leases.isEmpty() ? 0 : grantedAt - lastEndedAt,
        later,
        overtaking,
        beside);
  }

  private boolean isWaiting() {
    return queued != null && granted == null;
  }
}
