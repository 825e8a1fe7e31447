package io.lockarbiter.embedded.server;

/** What arbiters reach under one address of Redis. */
public interface RedisServer extends AutoCloseable {
  /** The URL, {@code redis://host:port}. */
  String address();

  @Override
  void close();
}
