package io.lockarbiter.examples;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.net.http.HttpClient;

/** Late writers to an S3-compatible store are stopped. Arguments: brokers, URL of the bucket. */
public final class ObjectWriter {
  private static final String PATH = "/docs/plan.pdf";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    ObjectStorage storage = new ObjectStorage(HTTP, args[1], () -> {});
    LockRequest upload = LockRequest.upload("acme", "ann", PATH).session("laptop");
    try (LockClient locks = KafkaLockClient.open(LockClientOptions.of(args[0]))) {
      Lease ann = locks.acquire(upload);
      write(storage, ann);
      locks.forceRelease("acme", ann.lockId(), "operator", "device lost").join();

      // Ann has read the pointer when she falls asleep; meanwhile Bob writes the same bytes.
      Lease bob = locks.acquire(upload.session("tablet"));
      Runnable asleep = () -> write(storage, bob);
      write(new ObjectStorage(HTTP, args[1], asleep), ann);

      storage.delete(bob, PATH);
      System.out.println("token " + bob.token() + " deleted");
      write(storage, ann);
      bob.release();
    }
  }

  private static void write(ObjectStorage storage, Lease lease) {
    try {
      storage.write(lease, PATH, "the plan");
      System.out.println("token " + lease.token() + " wrote");
    } catch (Exception e) {
      System.out.println("token " + lease.token() + " was stopped: " + e.getMessage());
    }
  }
}
