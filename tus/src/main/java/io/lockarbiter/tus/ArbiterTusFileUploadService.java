package io.lockarbiter.tus;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import me.desair.tus.server.HttpHeader;
import me.desair.tus.server.HttpMethod;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import me.desair.tus.server.upload.UploadStorageService;
import me.desair.tus.server.util.TusServletRequest;
import me.desair.tus.server.util.TusServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The library's service with one difference: a request for a locked upload is answered 423, as the
 * protocol requires. The library's 1.0.0-3.0 answers 200 to it and does nothing.
 */
public final class ArbiterTusFileUploadService extends TusFileUploadService {
  private final UploadLockingService locks;
  private boolean decodesChunks;

  /** A service over this storage, with the library's extensions. */
  public ArbiterTusFileUploadService(
      ArbiterUploadLockingService locks, UploadStorageService storage) {
    this.locks = locks;
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
    try (UploadLock lock = locks.lockUploadByUri(request.getRequestURI())) {
      processLockedRequest(method, request, new TusServletResponse(servletResponse), ownerKey);
    } catch (TusException e) {
      servletResponse.setHeader(HttpHeader.TUS_RESUMABLE, TUS_API_VERSION);
      servletResponse.sendError(e.getStatus(), e.getMessage());
    }
  }
}
