package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Queued;

/**
 * Receives the progress of a request in turns of the loop, and at last a lease or a failure, once.
 */
interface AcquisitionListener {
  void queued(Queued event);

  void granted(HeldLease lease);

  void failed(RuntimeException why);
}
