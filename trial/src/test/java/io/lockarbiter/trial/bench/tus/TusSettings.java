package io.lockarbiter.trial.bench.tus;

import java.time.Duration;

/**
 * Extent of a run.
 *
 * @param uploads going on at once
 * @param kills of one server after the other
 * @param lease of an upload's lock
 * @param grace beyond the lease, until an upload must have been taken up by another server
 * @param bytes of the largest upload
 * @param seed of contents, cuts and pauses
 */
record TusSettings(int uploads, int kills, Duration lease, Duration grace, int bytes, long seed) {
  /** After which time an upload must have been taken up again by another server. */
  Duration mostToResume() {
    return lease.plus(grace);
  }
}
