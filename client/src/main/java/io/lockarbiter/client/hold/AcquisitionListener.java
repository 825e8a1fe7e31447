package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Queued;

/** Is told, in turns of the loop, how a request fares; at last of a lease or a failure, once. */
interface AcquisitionListener {
  void queued(Queued event);

  void granted(HeldLease lease);

  void failed(RuntimeException why);
}
