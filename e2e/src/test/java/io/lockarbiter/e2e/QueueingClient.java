package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.Patience;
import java.util.concurrent.Semaphore;

/** A process that stands in a queue several times, says so, and would hold what it is granted. */
final class QueueingClient {
  private QueueingClient() {}

  /** Broker, topic prefix, account, path, number of requests. */
  public static void main(String[] arguments) throws Exception {
    LockClientOptions options =
        LockClientOptions.of(arguments[0]).withTopicPrefix(arguments[1]).withName("queueing");
    Semaphore waiting = new Semaphore(0);
    int number = Integer.parseInt(arguments[4]);
    try (LockClient client = KafkaLockClient.open(options)) {
      client.acquire(LockRequest.upload(arguments[2], "dying", "/elsewhere")).release().join();
      for (int i = 0; i < number; i++) {
        client.acquireAsync(
            LockRequest.upload(arguments[2], "dying", arguments[3]).waitingUpTo(Patience.LIMIT),
            position -> waiting.release());
        waiting.acquire();
      }
      System.out.println(number + " wait");
      waiting.acquire(Integer.MAX_VALUE);
    }
  }
}
