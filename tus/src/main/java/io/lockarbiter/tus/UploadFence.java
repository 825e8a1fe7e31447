package io.lockarbiter.tus;

import io.lockarbiter.client.fence.FencingAction;
import java.io.IOException;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadId;

/**
 * The storage's own look at the fencing token: check and write are one step for everybody who
 * writes to the upload, in whatever process.
 */
@FunctionalInterface
public interface UploadFence {
  /**
   * Writes, unless a higher token has written to this upload before.
   *
   * @throws LateUploadException if one has; nothing is written
   */
  <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
      throws IOException, TusException;
}
