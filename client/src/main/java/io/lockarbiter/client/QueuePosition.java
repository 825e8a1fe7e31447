package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import java.time.Instant;
import java.util.List;

/** The position of a waiting request. Made by the client; may get more methods. */
public interface QueuePosition {
  /** The request's id. */
  String lockId();

  /** The position in the account's queue, 1 = next. */
  int position();

  /** Log time at which the wait times out. */
  Instant deadline();

  /** The blockers, at most five; named once, when the request is queued. */
  List<Blocker> blockers();

  /** Says whether there are more blockers. */
  boolean moreBlockers();
}
