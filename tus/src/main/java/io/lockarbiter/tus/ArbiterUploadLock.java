package io.lockarbiter.tus;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.client.fence.FencingAction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadLock;
import org.jspecify.annotations.Nullable;

/**
 * A lease on an upload, held by the thread that works on it; renewed until it is released or lost.
 */
final class ArbiterUploadLock implements UploadLock {
  /** A line on which no byte comes for so long may have broken. */
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /** A thread of its own, because the application may block the threads of the common pool. */
  private static final Executor AFTER_SILENCE =
      CompletableFuture.delayedExecutor(
          SILENCE.toMillis(),
          TimeUnit.MILLISECONDS,
          letGo -> new Thread(letGo, "tus-silent-line").start());

  private final String uploadUri;
  private final UploadId id;
  private final Lease lease;
  private final Runnable onRelease;
  private final AtomicLong signsOfLife = new AtomicLong();
  private volatile boolean writes;
  private volatile @Nullable LostReason lost;
  private volatile @Nullable YieldRequest asked;

  ArbiterUploadLock(String uploadUri, UploadId id, Lease lease, Runnable onRelease) {
    this.uploadUri = uploadUri;
    this.id = id;
    this.lease = lease;
    this.onRelease = onRelease;
    lease.onLost(reason -> lost = reason);
    lease.onYieldRequested(this::asked);
  }

  private void asked(YieldRequest request) {
    if (request.endsAt() != null) {
      asked = request;
    } else {
      long before = signsOfLife.get();
      AFTER_SILENCE.execute(() -> letGoIfSilentSince(before, request));
    }
  }

  /** Lets go in the place of the thread that waits for bytes; it writes nothing any more. */
  private void letGoIfSilentSince(long before, YieldRequest request) {
    if (signsOfLife.get() == before && !writes) {
      asked = request;
      var unused = lease.release();
    }
  }

  /** Notes that bytes have come, or are written. */
  void livesOn() {
    signsOfLife.incrementAndGet();
  }

  /** Notes that a piece is being written, however long the storage takes for it. */
  void writes(boolean isWriting) {
    writes = isWriting;
    livesOn();
  }

  /** Says whether another request takes the place of this one. */
  boolean isAsked() {
    return asked != null;
  }

  @Override
  public String getUploadUri() {
    return uploadUri;
  }

  /**
   * Ends the request if another takes its place: what was written is kept, and the other goes on
   * from there.
   *
   * @throws LateUploadException if somebody asks for the lock
   */
  void throwIfAsked() throws LateUploadException {
    YieldRequest request = asked;
    if (request != null) {
      throw new LateUploadException(
          "upload=%s lockId=%s token=%d: asked to let go by %s: %s. It ends before its next piece; what had come is stored. Ask for its offset, and go on from there."
              .formatted(id, lease.lockId(), lease.token(), request.by(), request.comment()));
    }
  }

  /**
   * The fencing action of writes under this lock.
   *
   * @throws LateUploadException if the lease is lost or released
   */
  FencingAction action() throws LateUploadException {
    if (!lease.isValid()) {
      LostReason why = lost;
      YieldRequest request = asked;
      String noLonger =
          request != null && request.endsAt() == null
              ? "let go for another request, as no byte had come for " + SILENCE.toSeconds() + " s"
              : "the lock is no longer held";
      throw new LateUploadException(
          "upload=%s lockId=%s token=%d: %s. Another server may have it by now; nothing was written. Ask for its offset, and go on from there."
              .formatted(
                  id, lease.lockId(), lease.token(), why == null ? noLonger : why.message()));
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
