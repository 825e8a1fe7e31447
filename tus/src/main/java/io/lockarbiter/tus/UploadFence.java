package io.lockarbiter.tus;

import io.lockarbiter.client.fence.FencingAction;
import java.io.IOException;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadId;

/**
 * The storage's own check of the fencing token: check and write are one step for all writers of the
 * upload, in any process.
 */
@FunctionalInterface
public interface UploadFence {
  /**
   * Writes, unless a higher token has written to this upload before.
   *
   * @throws LateUploadException if a higher token has written; nothing is written then
   */
  <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
      throws IOException, TusException;
}
