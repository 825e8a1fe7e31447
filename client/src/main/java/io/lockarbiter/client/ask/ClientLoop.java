package io.lockarbiter.client.ask;

import java.time.Duration;
import java.util.concurrent.Future;

/** The loop of a client, for whose turns other threads may wait. */
public interface ClientLoop extends EventLoop {
  /** Says whether the calling thread is running a turn, so that no other turn runs meanwhile. */
  boolean isInTurn();

  /**
   * Waits until turns to come have completed a future, however they complete it. A loop whose time
   * stands still does not wait for turns that are not due.
   *
   * @param limit the longest wait, real time
   * @return whether it is completed
   */
  boolean await(Future<?> answer, Duration limit) throws InterruptedException;
}
