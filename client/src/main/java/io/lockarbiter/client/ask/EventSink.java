package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.event.Event;

/** The way in: is handed the events that concern one client, in the order of each partition. */
public interface EventSink {
  /** An event that the client's {@link AddressFilter} let through; never blocks. */
  void accept(Event event);

  /** Events may have been missed before the next one. */
  void gap(String what);
}
