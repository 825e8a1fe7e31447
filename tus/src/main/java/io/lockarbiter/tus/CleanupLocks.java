package io.lockarbiter.tus;

import java.io.IOException;
import java.time.Duration;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadAlreadyLockedException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a clean-up, which asks of one upload after the other whether it is locked, and
 * removes it if not: locks each that it says to be free, until it is asked of the next.
 */
final class CleanupLocks implements UploadLockingService, AutoCloseable {
  private final ArbiterUploadLockingService locks;
  private @Nullable ArbiterUploadLock current;

  CleanupLocks(ArbiterUploadLockingService locks) {
    this.locks = locks;
  }

  @Override
  public boolean isLocked(UploadId id) {
    close();
    try {
      current = locks.lock(id, id.toString(), Duration.ZERO);
      return false;
    } catch (UploadAlreadyLockedException | IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    ArbiterUploadLock last = current;
    current = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public @Nullable UploadLock lockUploadByUri(String requestUri) throws TusException, IOException {
    return locks.lockUploadByUri(requestUri);
  }

  @Override
  public void cleanupStaleLocks() {}

  @Override
  public void setIdFactory(UploadIdFactory idFactory) {}
}
