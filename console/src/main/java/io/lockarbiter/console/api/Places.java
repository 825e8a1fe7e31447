package io.lockarbiter.console.api;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A limited number of places for expensive work; further callers wait in line for some seconds. */
final class Places {
  /** Longest wait for a place, ms. */
  static final long PATIENCE_MS = 3_000;

  private final int places;
  private final String what;
  private final Semaphore free;

  /**
   * Begins with all places free.
   *
   * @param what the work, as a refusal names it
   */
  Places(int places, String what) {
    this.places = places;
    this.what = what;
    this.free = new Semaphore(places, true);
  }

  /**
   * Does the work as soon as a place is free.
   *
   * @throws Refused if none becomes free in time
   */
  <T> T in(Supplier<T> work) {
    if (!isTaken()) {
      throw Refused.later("%d %s are being made already. Ask again".formatted(places, what));
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }

  private boolean isTaken() {
    try {
      return free.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
