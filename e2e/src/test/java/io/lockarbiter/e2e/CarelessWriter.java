package io.lockarbiter.e2e;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.Patience;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process that locks a file and then writes again and again without looking at its lease. It
 * prints each intended write to its output, where the storage reads it: {@code write TOKEN}.
 */
final class CarelessWriter {
  private CarelessWriter() {}

  /** Arguments: broker, topic prefix, account, path, lease in ms. */
  public static void main(String[] arguments) throws Exception {
    LockClientOptions options =
        LockClientOptions.of(arguments[0])
            .withTopicPrefix(arguments[1])
            .withClockDifference(Duration.ofMillis(100));
    try (LockClient client = KafkaLockClient.open(options)) {
      LockRequest request =
          LockRequest.upload(arguments[2], "sleeper", arguments[3])
              .leaseOf(Duration.ofMillis(Long.parseLong(arguments[4])));
      Lease lease = client.acquireAsync(request).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      lease.onLost(reason -> say("lost " + reason.message()));
      while (System.in.available() == 0) {
        say("write " + lease.token());
        TimeUnit.MILLISECONDS.sleep(20);
      }
      say("valid " + lease.isValid());
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }
}
