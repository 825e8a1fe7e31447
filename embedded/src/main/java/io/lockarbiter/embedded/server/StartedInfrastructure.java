package io.lockarbiter.embedded.server;

/** A broker in this JVM, and Redis processes beside it. */
public interface StartedInfrastructure extends Infrastructure {
  /** Returns the broker. */
  EmbeddedKafka kafka();

  /** Returns Redis, one process or several. */
  RedisServer redis();

  @Override
  default String bootstrapServers() {
    return kafka().bootstrapServers();
  }

  @Override
  default String redisAddress() {
    return redis().address();
  }

  @Override
  default void close() {
    try {
      kafka().close();
    } finally {
      redis().close();
    }
  }
}
