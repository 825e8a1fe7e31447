package io.lockarbiter.tus;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.client.fence.FencingAction;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadLock;
import org.jspecify.annotations.Nullable;

/**
 * A lease on an upload, held by the thread that works on it; renewed until it is released or lost.
 */
final class ArbiterUploadLock implements UploadLock {
  private final String uploadUri;
  private final UploadId id;
  private final Lease lease;
  private final Runnable onRelease;
  private volatile @Nullable LostReason lost;
  private volatile @Nullable YieldRequest asked;

  ArbiterUploadLock(String uploadUri, UploadId id, Lease lease, Runnable onRelease) {
    this.uploadUri = uploadUri;
    this.id = id;
    this.lease = lease;
    this.onRelease = onRelease;
    lease.onLost(reason -> lost = reason);
    lease.onYieldRequested(request -> asked = request);
  }

  @Override
  public String getUploadUri() {
    return uploadUri;
  }

  /**
   * The fencing action of one more piece of the upload, unless somebody waits for the lock: what
   * was written before is kept, and whoever comes next goes on from there.
   *
   * @throws LateUploadException if somebody asks for the lock, or the lease is lost or released
   */
  FencingAction nextPiece() throws LateUploadException {
    FencingAction action = action();
    YieldRequest request = asked;
    if (request != null) {
      throw new LateUploadException(
          "upload=%s lockId=%s token=%d: asked to let go by %s: %s. It ends before its next piece, of which nothing was written. Ask for its offset, and go on from there."
              .formatted(id, lease.lockId(), lease.token(), request.by(), request.comment()));
    }
    return action;
  }

  /**
   * The fencing action of writes under this lock.
   *
   * @throws LateUploadException if the lease is lost or released
   */
  FencingAction action() throws LateUploadException {
    if (!lease.isValid()) {
      LostReason why = lost;
      throw new LateUploadException(
          "upload=%s lockId=%s token=%d: %s. Another server may have it by now; nothing was written. Ask for its offset, and go on from there."
              .formatted(
                  id,
                  lease.lockId(),
                  lease.token(),
                  why == null ? "the lock is no longer held" : why.message()));
    }
    return FencingAction.of(lease);
  }

  @Override
  public void release() {
    onRelease.run();
    lease.close();
  }

  @Override
  public void close() {
    release();
  }
}
