package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.event.Event;
import java.time.Duration;

/** Receives the events that concern one client, in the order of each partition. */
public interface EventSink {
  /** An event that the client's {@link AddressFilter} let through; never blocks. */
  void accept(Event event);

  /**
   * From the partition's next event on, ended ids are remembered there for this window, whether or
   * not that event concerns the client. Never blocks.
   */
  void repeatWindow(int partition, Duration window);

  /** Events may have been missed before the next one. */
  void gap(String what);
}
