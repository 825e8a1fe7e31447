package io.lockarbiter.webdav;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import java.io.IOException;

/**
 * The storage's own check of the fencing token: check and write are one step for all writers of the
 * account, in any process.
 */
@FunctionalInterface
public interface StorageFence {
  /**
   * Writes, unless a higher token has acted there in a mode that conflicts.
   *
   * @throws FencedException if the action comes too late; nothing is written then
   */
  <T> T write(FencingAction action, StorageWrite<T> write) throws IOException;
}
