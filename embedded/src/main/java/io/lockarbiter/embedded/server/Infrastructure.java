package io.lockarbiter.embedded.server;

/** A Kafka cluster and a Redis server that are running, wherever they came from. */
public interface Infrastructure extends AutoCloseable {
  /** The brokers, {@code host:port} separated by commas. */
  String bootstrapServers();

  /** The Redis server as a URL, {@code redis://[:password@]host:port}. */
  String redisAddress();

  /** Stops both and deletes what they stored. */
  @Override
  void close();
}
