package io.lockarbiter.tus;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadNotFoundException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.UploadLockingService;
import me.desair.tus.server.upload.UploadStorageService;
import me.desair.tus.server.upload.concatenation.UploadConcatenationService;
import org.jspecify.annotations.Nullable;

/**
 * A storage to which only the holder of an upload's lock can write. The data of a request are
 * written in pieces; before each, the lease must be valid and the fence must admit its token. So a
 * lost lease ends the request at the next piece, and a server that sleeps through its lease cannot
 * overwrite later data.
 *
 * <p>Each piece is recorded with its offset: a server that dies loses no more than one.
 */
public final class FencedUploadStorageService implements UploadStorageService {
  private static final int PIECE_BYTES = 1 << 20;

  private final UploadStorageService storage;
  private final ArbiterUploadLockingService locks;
  private final UploadFence fence;
  private final int pieceBytes;

  /** Fences a storage, with pieces of 1 MiB. */
  public FencedUploadStorageService(
      UploadStorageService storage, ArbiterUploadLockingService locks, UploadFence fence) {
    this(storage, locks, fence, PIECE_BYTES);
  }

  /**
   * Fences a storage.
   *
   * @param pieceBytes the size of a piece, which is also the memory that each request takes
   */
  public FencedUploadStorageService(
      UploadStorageService storage,
      ArbiterUploadLockingService locks,
      UploadFence fence,
      int pieceBytes) {
    if (pieceBytes < 1) {
      throw new IllegalArgumentException("pieceBytes=" + pieceBytes + ", expected at least 1");
    }
    this.storage = storage;
    this.locks = locks;
    this.fence = fence;
    this.pieceBytes = pieceBytes;
  }

  /**
   * {@inheritDoc}
   *
   * @throws LateUploadException if the lock is lost, or another request asks for it; pieces written
   *     before stay
   */
  @Override
  public @Nullable UploadInfo append(@Nullable UploadInfo upload, InputStream inputStream)
      throws IOException, TusException {
    if (upload == null) {
      return null;
    }
    // This is the lock at the beginning; a lock that this thread takes later belongs to another
    // request.
    ArbiterUploadLock lock = locks.heldByThisThread(upload.getId());
    // From here on the fence refuses the requests before this one, also if no byte comes for it.
    fence.write(upload.getId(), lock.action(), () -> upload);
    UploadInfo info = upload;
    PieceReader pieces = new PieceReader(inputStream, pieceBytes, lock);
    for (byte[] piece = pieces.next(); piece.length > 0; piece = pieces.next()) {
      info = append(lock, info, piece);
      lock.livesOn();
      if (info.isUploadInProgress()) {
        lock.throwIfAsked();
      }
    }
    pieces.throwIfBroken();
    return info;
  }

  private UploadInfo append(ArbiterUploadLock lock, UploadInfo info, byte[] piece)
      throws IOException, UploadNotFoundException {
    try {
      return fence.write(info.getId(), lock.action(), () -> appendAdmitted(lock, info, piece));
    } catch (UploadNotFoundException e) {
      throw e;
    } catch (TusException e) {
      // Otherwise the service would cut off as many bytes as it has read, although those were
      // written before.
      throw new IOException(e.getMessage(), e);
    }
  }

  private UploadInfo appendAdmitted(ArbiterUploadLock lock, UploadInfo info, byte[] piece)
      throws IOException, TusException {
    lock.writes(true);
    try {
      return storage.append(info, new ByteArrayInputStream(piece));
    } finally {
      lock.writes(false);
    }
  }

  /** Updates an upload under the lock that this thread has; a new upload needs none. */
  @Override
  public void update(UploadInfo uploadInfo) throws IOException, UploadNotFoundException {
    if (locks.isHeldByThisThread(uploadInfo.getId())) {
      write(uploadInfo, () -> storage.update(uploadInfo));
    } else {
      storage.update(uploadInfo);
    }
  }

  @Override
  public void removeLastNumberOfBytes(@Nullable UploadInfo uploadInfo, long byteCount)
      throws UploadNotFoundException, IOException {
    if (uploadInfo != null && byteCount > 0) {
      write(uploadInfo, () -> storage.removeLastNumberOfBytes(uploadInfo, byteCount));
    }
  }

  @Override
  public void terminateUpload(@Nullable UploadInfo uploadInfo)
      throws UploadNotFoundException, IOException {
    if (uploadInfo != null) {
      write(uploadInfo, () -> storage.terminateUpload(uploadInfo));
    }
  }

  /** A change without a result. */
  private interface Change {
    void run() throws IOException, UploadNotFoundException;
  }

  private void write(UploadInfo info, Change change) throws IOException, UploadNotFoundException {
    ArbiterUploadLock lock = locks.heldByThisThread(info.getId());
    try {
      fence.write(
          info.getId(),
          lock.action(),
          () -> {
            change.run();
            return info;
          });
    } catch (UploadNotFoundException e) {
      throw e;
    } catch (TusException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Removes each upload that is still expired once its lock is held, through the fence, so an
   * upload that was resumed meanwhile stays. This storage's own locks are used, not those handed
   * in. The wrapped storage must ask for each expired upload whether it is locked, as the library's
   * storages do.
   *
   * @throws IOException the first removal that failed, after all others were tried
   */
  @Override
  public void cleanupExpiredUploads(UploadLockingService uploadLockingService) throws IOException {
    CleanupLocks cleanup = new CleanupLocks(locks, this);
    storage.cleanupExpiredUploads(cleanup);
    cleanup.throwIfFailed();
  }

  @Override
  public @Nullable UploadInfo getUploadInfo(String uploadUrl, @Nullable String ownerKey)
      throws IOException {
    return storage.getUploadInfo(uploadUrl, ownerKey);
  }

  @Override
  public @Nullable UploadInfo getUploadInfo(UploadId id) throws IOException {
    return storage.getUploadInfo(id);
  }

  @Override
  public String getUploadUri() {
    return storage.getUploadUri();
  }

  @Override
  public void setMaxUploadSize(@Nullable Long maxUploadSize) {
    storage.setMaxUploadSize(maxUploadSize);
  }

  @Override
  public long getMaxUploadSize() {
    return storage.getMaxUploadSize();
  }

  @Override
  public UploadInfo create(UploadInfo info, @Nullable String ownerKey) throws IOException {
    return storage.create(info, ownerKey);
  }

  @Override
  public InputStream getUploadedBytes(String uploadUri, @Nullable String ownerKey)
      throws IOException, UploadNotFoundException {
    return storage.getUploadedBytes(uploadUri, ownerKey);
  }

  @Override
  public InputStream getUploadedBytes(UploadId id) throws IOException, UploadNotFoundException {
    return storage.getUploadedBytes(id);
  }

  @Override
  public void copyUploadTo(UploadInfo info, OutputStream outputStream)
      throws UploadNotFoundException, IOException {
    storage.copyUploadTo(info, outputStream);
  }

  @Override
  public @Nullable Long getUploadExpirationPeriod() {
    return storage.getUploadExpirationPeriod();
  }

  @Override
  public void setUploadExpirationPeriod(@Nullable Long uploadExpirationPeriod) {
    storage.setUploadExpirationPeriod(uploadExpirationPeriod);
  }

  @Override
  public void setUploadConcatenationService(UploadConcatenationService concatenationService) {
    storage.setUploadConcatenationService(concatenationService);
  }

  @Override
  public UploadConcatenationService getUploadConcatenationService() {
    return storage.getUploadConcatenationService();
  }

  @Override
  public void setIdFactory(UploadIdFactory idFactory) {
    storage.setIdFactory(idFactory);
  }
}
