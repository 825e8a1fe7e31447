package io.lockarbiter.e2e;

import java.util.List;

/**
 * A session as its client saw it, when the client is done with it.
 *
 * @param lastWordMs when its last keep-alive was answered, or lost with its gateway, ms of the
 *     clock that all clients share
 * @param told what the client was told by the answers to its keep-alives
 */
record SessionView(String name, double lastWordMs, List<Alive> told) {

  /** An answer to a keep-alive: three log times, epoch ms. */
  record Alive(long at, long beganAt, long expiresAt) {}
}
