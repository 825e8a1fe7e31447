package io.lockarbiter.embedded.server;

/** A running Kafka cluster and Redis server, of any origin. */
public interface Infrastructure extends AutoCloseable {
  /** Returns the brokers, {@code host:port} separated by commas. */
  String bootstrapServers();

  /** Returns the URL of the Redis server, {@code redis://[:password@]host:port}. */
  String redisAddress();

  /** Stops both and deletes their data. */
  @Override
  void close();
}
