package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One of the bounded places for commands that are unanswered. */
final class Place {
  private final AtomicInteger taken;
  private final AtomicBoolean left = new AtomicBoolean();

  private Place(AtomicInteger taken) {
    this.taken = taken;
  }

  /**
   * Takes a place.
   *
   * @throws ClientBusyException if none is free
   */
  static Place take(AtomicInteger taken, int most) {
    if (taken.incrementAndGet() > most) {
      taken.decrementAndGet();
      throw new ClientBusyException(most);
    }
    return new Place(taken);
  }

  /** Frees it; further calls do nothing. */
  void leave() {
    if (left.compareAndSet(false, true)) {
      taken.decrementAndGet();
    }
  }
}
