package io.lockarbiter.tus;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import me.desair.tus.server.HttpHeader;
import me.desair.tus.server.HttpMethod;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadStorageService;
import me.desair.tus.server.util.TusServletRequest;
import me.desair.tus.server.util.TusServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The library's service with two differences. A request for a locked upload is answered 423, as the
 * protocol requires; the library's 1.0.0-3.0 answers 200 to it and does nothing. And a request of
 * the upload's owner asks the one before, whose line may have broken, to let go. It is the owner's
 * if its owner key is the one with which the upload was created; without keys it is everybody's.
 */
public final class ArbiterTusFileUploadService extends TusFileUploadService {
  private final ArbiterUploadLockingService locks;
  private final UploadStorageService storage;
  private boolean decodesChunks;

  /**
   * A service over this storage, with the library's extensions.
   *
   * @param storage read before the lock is held, which {@link SharedFolderStorageService} allows; a
   *     request whose upload cannot be read then waits, and asks nobody
   */
  public ArbiterTusFileUploadService(
      ArbiterUploadLockingService locks, UploadStorageService storage) {
    this.locks = locks;
    this.storage = storage;
    withUploadStorageService(storage);
    withUploadLockingService(locks);
  }

  @Override
  public TusFileUploadService withChunkedTransferDecoding(boolean isEnabled) {
    decodesChunks = isEnabled;
    return super.withChunkedTransferDecoding(isEnabled);
  }

  @Override
  @SuppressWarnings("try")
  public void process(
      HttpServletRequest servletRequest,
      HttpServletResponse servletResponse,
      @Nullable String ownerKey)
      throws IOException {
    HttpMethod method = HttpMethod.getMethodIfSupported(servletRequest, getSupportedHttpMethods());
    TusServletRequest request = new TusServletRequest(servletRequest, decodesChunks);
    UploadAsking asking = asking(method, request.getRequestURI(), ownerKey);
    try (UploadLock lock =
        asking == null ? null : locks.lockUploadByUri(request.getRequestURI(), asking)) {
      processLockedRequest(method, request, new TusServletResponse(servletResponse), ownerKey);
    } catch (TusException e) {
      servletResponse.setHeader(HttpHeader.TUS_RESUMABLE, TUS_API_VERSION);
      servletResponse.sendError(e.getStatus(), e.getMessage());
    }
  }

  /** Null if it is nobody's upload, or somebody else's: that is answered without its lock. */
  private @Nullable UploadAsking asking(
      @Nullable HttpMethod method, String uri, @Nullable String ownerKey) {
    try {
      if (storage.getUploadInfo(uri, ownerKey) == null) {
        return null;
      }
    } catch (IOException e) {
      return UploadAsking.NOBODY;
    }
    return method == HttpMethod.PATCH || method == HttpMethod.DELETE
        ? UploadAsking.AT_ONCE
        : UploadAsking.IF_SILENT;
  }
}
