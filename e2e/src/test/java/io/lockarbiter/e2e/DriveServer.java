package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.tus.ArbiterTusFileUploadService;
import io.lockarbiter.tus.ArbiterUploadLockingService;
import io.lockarbiter.tus.FencedUploadStorageService;
import io.lockarbiter.tus.SharedFolderStorageService;
import io.lockarbiter.tus.UploadPlace;
import io.lockarbiter.tus.UploadPlaces;
import io.lockarbiter.webdav.SharedFolder;
import io.lockarbiter.webdav.WebdavServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import me.desair.tus.server.upload.UploadInfo;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * The WebDAV server as it is, and an upload server for the same folder in its process. Arguments:
 * those of the WebDAV server, all five, and the folder of unfinished uploads.
 */
final class DriveServer {
  static final String ACCOUNT = "acme";
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int PIECE_BYTES = 16 << 10;

  private DriveServer() {}

  public static void main(String[] args) throws Exception {
    WebdavServer.main(Arrays.copyOf(args, 5));
    Path drive = Path.of(args[2]);
    Path uploads = Path.of(args[5]);
    LockClient client =
        KafkaLockClient.open(
            LockClientOptions.of(args[0])
                .withName("uploads")
                .withTopicPrefix(System.getProperty("lockarbiter.topics.prefix", "")));
    SharedFolderStorageService storage = new SharedFolderStorageService(uploads);
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(client, places(storage), LEASE, PATIENCE);
    ArbiterTusFileUploadService service =
        new ArbiterTusFileUploadService(
            locks, new FencedUploadStorageService(storage, locks, storage, PIECE_BYTES));
    service.withUploadUri("/files");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("uploads").toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(
        context,
        "uploads",
        new DriveUploads(service, client, SharedFolder.at(drive), uploads.resolve("uploads")));
    context.addServletMappingDecoded("/*", "uploads");
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.start();
    System.out.println("uploads on port " + tomcat.getConnector().getLocalPort());
  }

  /** An upload's lock is at the place where its file is to lie. */
  private static UploadPlaces places(SharedFolderStorageService storage) {
    return id -> {
      UploadInfo info = storage.getUploadInfo(id);
      String path = info == null ? null : info.getMetadata().get("path");
      return new UploadPlace(
          ACCOUNT,
          info == null || info.getOwnerKey() == null ? "nobody" : info.getOwnerKey(),
          path == null ? "/uploads/" + id : path);
    };
  }
}
