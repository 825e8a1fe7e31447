package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import java.time.Duration;

/**
 * The lease of a request that waits, until its grant is taken up. From the grant to the renewal in
 * the log it takes about as long as from a command to its answer. So answers that take longer than
 * half of the least lease make it longer; for quicker ones it suffices.
 */
final class ShortLease {
  /** So much a process that died in the queue costs those behind it. */
  static final Duration LEAST = Duration.ofSeconds(2);

  private ShortLease() {}

  /**
   * Long enough that a client of these options can take the lock up; whole milliseconds, as the log
   * counts.
   *
   * @param answeredAfter how long the last answer took
   */
  static Duration of(LockClientOptions options, Duration answeredAfter) {
    Duration twice = answeredAfter.multipliedBy(2);
    Duration lease = twice.compareTo(LEAST) < 0 ? LEAST : twice;
    Duration apart = options.clockDifference().multipliedBy(2);
    return Duration.ofMillis((lease.compareTo(apart) < 0 ? apart : lease).toMillis());
  }
}
