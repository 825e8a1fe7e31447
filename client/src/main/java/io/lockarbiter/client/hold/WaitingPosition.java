package io.lockarbiter.client.hold;

import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.contracts.event.Blocker;
import java.time.Instant;
import java.util.List;

/** The position of a request at one moment. */
record WaitingPosition(
    String lockId, int position, Instant deadline, List<Blocker> blockers, boolean moreBlockers)
    implements QueuePosition {
  WaitingPosition {
    blockers = List.copyOf(blockers);
  }
}
