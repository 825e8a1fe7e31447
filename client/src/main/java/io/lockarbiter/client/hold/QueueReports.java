package io.lockarbiter.client.hold;

import io.lockarbiter.client.QueueListener;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.contracts.event.Queued;
import java.time.Instant;

/** Reports the position of a waiting request to a listener, on the threads for callbacks. */
final class QueueReports {
  private final SerialExecutor callbacks;
  private final QueueListener listener;

  QueueReports(SerialExecutor callbacks, QueueListener listener) {
    this.callbacks = callbacks;
    this.listener = listener;
  }

  void tell(Queued event) {
    QueuePosition position =
        new WaitingPosition(
            event.subject().lockId(),
            event.position(),
            Instant.ofEpochMilli(event.deadline()),
            event.blockedBy(),
            event.moreBlockers());
    callbacks.execute(() -> listener.queued(position));
  }
}
