package io.lockarbiter.examples;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A writer that outlives its lock: the storage's guard stops it. Arguments: brokers; lease in
 * seconds.
 */
public final class LateWriter {
  private static final MemoryFencingGuard STORAGE = new MemoryFencingGuard();

  public static void main(String[] args) throws Exception {
    Duration leaseTime = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 2);
    LockRequest request = LockRequest.upload("acme", "ann", "/docs/plan.pdf").leaseOf(leaseTime);
    CountDownLatch lost = new CountDownLatch(1);
    try (LockClient locks = KafkaLockClient.open(LockClientOptions.of(args[0]))) {
      Lease lease = locks.acquire(request);
      System.out.println("granted with token " + lease.token());
      write(lease);
      lease.onLost(
          reason -> {
            System.out.println("lost: " + reason.message());
            lost.countDown();
          });
      TimeUnit.MILLISECONDS.sleep(leaseTime.multipliedBy(2).toMillis());
      System.out.println("after two leases: valid=" + lease.isValid());

      locks.forceRelease("acme", lease.lockId(), "operator", "device lost").join();
      lost.await();
      try (Lease other = locks.acquire(request)) {
        write(other);
      }
      write(lease);
    }
  }

  private static void write(Lease lease) {
    try {
      STORAGE.act(FencingAction.of(lease), () -> null);
      System.out.println("token " + lease.token() + " wrote");
    } catch (FencedException e) {
      System.out.println("stopped: " + e.getMessage());
    }
  }
}
