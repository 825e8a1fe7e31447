package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Permits one command to be unanswered; the options bound their number. */
final class InFlightPermit {
  private final AtomicInteger inFlight;
  private final AtomicBoolean released = new AtomicBoolean();

  private InFlightPermit(AtomicInteger inFlight) {
    this.inFlight = inFlight;
  }

  /**
   * The next permit.
   *
   * @throws ClientBusyException if all are in use
   */
  static InFlightPermit acquire(AtomicInteger inFlight, int most) {
    if (inFlight.incrementAndGet() > most) {
      inFlight.decrementAndGet();
      throw new ClientBusyException(most);
    }
    return new InFlightPermit(inFlight);
  }

  /** Returns the permit; further calls do nothing. */
  void release() {
    if (released.compareAndSet(false, true)) {
      inFlight.decrementAndGet();
    }
  }
}
