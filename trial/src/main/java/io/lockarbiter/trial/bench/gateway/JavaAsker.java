package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.load.LockTraffic;

/** The Java client, as it is by default. */
final class JavaAsker implements Asker {
  private final LockClient client;
  private final int accounts;

  JavaAsker(String bootstrapServers, int accounts) {
    this.client = KafkaLockClient.open(LockClientOptions.of(bootstrapServers).withName("bench"));
    this.accounts = accounts;
  }

  @Override
  public AutoCloseable acquire(int slot) throws InterruptedException {
    return client.acquire(
        LockRequest.upload(LockTraffic.account(slot, accounts), "bench", LockTraffic.path(slot)));
  }

  @Override
  public void close() {
    client.close();
  }
}
