package io.lockarbiter.sandbox.e2e;

import io.lockarbiter.client.LockClientOptions;

/** How clients find a deployment. */
final class ClientOptions {
  private ClientOptions() {}

  static LockClientOptions of(Deployment deployment) {
    return LockClientOptions.of(deployment.infrastructure().bootstrapServers())
        .withTopicPrefix(deployment.name() + ".");
  }
}
