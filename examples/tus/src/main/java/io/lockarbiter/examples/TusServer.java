package io.lockarbiter.examples;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.tus.ArbiterTusFileUploadService;
import io.lockarbiter.tus.ArbiterUploadLockingService;
import io.lockarbiter.tus.FencedUploadStorageService;
import io.lockarbiter.tus.SharedFolderStorageService;
import io.lockarbiter.tus.UploadPlace;
import io.lockarbiter.tus.UploadPlaces;
import java.nio.file.Path;
import java.time.Duration;
import me.desair.tus.server.upload.UploadId;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * An upload server that speaks tus 1.0, one of several over one folder. Arguments: brokers, port,
 * folder; lease and longest wait in seconds, bytes of a piece.
 */
public final class TusServer {
  public static void main(String[] args) throws Exception {
    Duration lease = Duration.ofSeconds(args.length > 3 ? Long.parseLong(args[3]) : 30);
    Duration wait = Duration.ofSeconds(args.length > 4 ? Long.parseLong(args[4]) : 3);
    int pieceBytes = args.length > 5 ? Integer.parseInt(args[5]) : 1 << 20;
    LockClient client = KafkaLockClient.open(LockClientOptions.of(args[0]).withName("tus"));
    SharedFolderStorageService folder = new SharedFolderStorageService(Path.of(args[2]));
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(
            client, UploadPlaces.ofOwners(folder, TusServer::place), lease, wait);
    ArbiterTusFileUploadService uploads =
        new ArbiterTusFileUploadService(
            locks, new FencedUploadStorageService(folder, locks, folder, pieceBytes));
    uploads.withUploadUri("/files");

    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[2] + "/tomcat-" + args[1]);
    tomcat.setPort(Integer.parseInt(args[1]));
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "uploads", new TusServlet(uploads));
    context.addServletMappingDecoded("/files/*", "uploads");
    tomcat.getConnector();
    tomcat.start();
    Runtime.getRuntime().addShutdownHook(new Thread(client::close));
    System.out.println("listening on port " + tomcat.getConnector().getLocalPort());
  }

  /** Uses one account for all; a real server knows the company of each user. */
  private static UploadPlace place(UploadId id, String user) {
    return new UploadPlace("acme", user == null ? "nobody" : user, "/uploads/" + id);
  }
}
