package io.lockarbiter.tus;

import java.io.IOException;
import java.time.Duration;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadAlreadyLockedException;
import me.desair.tus.server.exception.UploadNotFoundException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a clean-up. A storage reads an upload's record first, then asks whether it is
 * locked, and removes unlocked uploads, whatever has changed in between. So this reports each
 * upload as locked, and removes it through the fence, if it is still expired once its lock is held.
 */
final class CleanupLocks implements UploadLockingService {
  private final ArbiterUploadLockingService locks;
  private final FencedUploadStorageService storage;
  private @Nullable IOException failure;

  CleanupLocks(ArbiterUploadLockingService locks, FencedUploadStorageService storage) {
    this.locks = locks;
    this.storage = storage;
  }

  /** Always true, so that the storage itself removes nothing. */
  @Override
  @SuppressWarnings("try")
  public boolean isLocked(UploadId id) {
    try (ArbiterUploadLock lock =
        locks.lock(id, id.toString(), Duration.ZERO, UploadAsking.NOBODY)) {
      removeIfExpired(id);
    } catch (UploadAlreadyLockedException | IOException e) {
      // A request works on it, or the arbiter does not answer: the next clean-up tries again.
    }
    return true;
  }

  private void removeIfExpired(UploadId id) {
    try {
      UploadInfo info = storage.getUploadInfo(id);
      if (info != null && info.isExpired()) {
        storage.terminateUpload(info);
      }
    } catch (LateUploadException | UploadNotFoundException e) {
      // Another request has it by now.
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
  }

  /** Throws the failure of the first removal that failed; the storage would swallow it. */
  void throwIfFailed() throws IOException {
    if (failure != null) {
      throw failure;
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
