package io.lockarbiter.embedded.server;

/** A Redis under one address. */
public interface RedisServer extends AutoCloseable {
  /** The URL, {@code redis://host:port}. */
  String address();

  @Override
  void close();
}
