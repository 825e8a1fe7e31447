package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import java.time.Instant;
import java.util.List;

/** How a waiting request stands. Made by the client; may get more methods. */
public interface QueuePosition {
  /** The request's id. */
  String lockId();

  /** 1 = next in the account's queue. */
  int position();

  /** Log time at which the wait times out. */
  Instant deadline();

  /** The blockers, at most five; named once, when the request is queued. */
  List<Blocker> blockers();

  /** Says whether there are more. */
  boolean moreBlockers();
}
