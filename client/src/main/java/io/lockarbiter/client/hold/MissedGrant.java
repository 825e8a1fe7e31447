package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;

/** The end of a wait whose grant was missed so late that no time is left to wait once more. */
final class MissedGrant {
  private MissedGrant() {}

  /** The conflict that the last question met, as the end of the wait that the caller asked for. */
  static Rejected timedOut(Rejected conflict) {
    return new Rejected(
        conflict.head(),
        conflict.subject(),
        RejectReason.WAIT_TIMEOUT,
        RejectReason.WAIT_TIMEOUT.message(),
        conflict.field(),
        conflict.limit(),
        conflict.blockedBy(),
        conflict.moreBlockers(),
        conflict.retryAfterMs(),
        conflict.expectedPartition(),
        conflict.cycle(),
        conflict.cycleCut(),
        conflict.movedTo(),
        conflict.repeated());
  }
}
