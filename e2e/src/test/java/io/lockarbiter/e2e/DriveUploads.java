package io.lockarbiter.e2e;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.webdav.SharedFolder;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import me.desair.tus.server.TusFileUploadService;

/**
 * Uploads by tus at {@code /files}. A finished one becomes a file of the drive by {@code POST
 * /place/ID?path=}: 201, or 409 if its folder is not there, 410 if it has been placed and is no
 * longer there.
 */
final class DriveUploads extends HttpServlet {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String PLACE = "/place/";

  private final transient TusFileUploadService uploads;
  private final transient LockClient client;
  private final transient SharedFolder drive;
  private final transient Path stored;

  DriveUploads(TusFileUploadService uploads, LockClient client, SharedFolder drive, Path stored) {
    this.uploads = uploads;
    this.client = client;
    this.drive = drive;
    this.stored = stored;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int status = HttpServletResponse.SC_SERVICE_UNAVAILABLE;
    try {
      if (!request.getRequestURI().startsWith(PLACE)) {
        uploads.process(request, response, request.getHeader("User"));
        return;
      }
      status = placed(request);
    } catch (LockRefusedException e) {
      status = 423;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | LockException | FencedException | IllegalStateException e) {
      System.out.println(request.getMethod() + " " + request.getRequestURI() + ": " + e);
    }
    if (!response.isCommitted()) {
      response.setStatus(status);
    }
  }

  private int placed(HttpServletRequest request) throws IOException, InterruptedException {
    String path = request.getParameter("path");
    Path data = stored.resolve(request.getRequestURI().substring(PLACE.length())).resolve("data");
    Optional<Lease> granted =
        client.tryAcquire(
            LockRequest.upload(DriveServer.ACCOUNT, request.getHeader("User"), path), PATIENCE);
    if (granted.isEmpty()) {
      return 423;
    }
    try (Lease lease = granted.get()) {
      if (Files.exists(data)) {
        return drive.place(lease, data, path) ? 201 : 409;
      }
    } catch (NoSuchFileException e) {
      // A copy of this request was quicker.
      return placedBefore(path);
    }
    return placedBefore(path);
  }

  private int placedBefore(String path) {
    return Files.exists(drive.root().resolve(path.substring(1))) ? 204 : 410;
  }
}
