package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.event.Event;
import java.time.Duration;

/** The way in: is handed the events that concern one client, in the order of each partition. */
public interface EventSink {
  /** An event that the client's {@link AddressFilter} let through; never blocks. */
  void accept(Event event);

  /**
   * From the next event of that partition on, ended ids are remembered for so long there; whether
   * or not that event concerns the client. Never blocks.
   */
  void repeatWindow(int partition, Duration window);

  /** Events may have been missed before the next one. */
  void gap(String what);
}
