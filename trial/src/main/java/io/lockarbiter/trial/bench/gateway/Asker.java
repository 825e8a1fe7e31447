package io.lockarbiter.trial.bench.gateway;

/** Asks for locks in one way. Safe for use by many threads. */
interface Asker extends AutoCloseable {
  /**
   * Acquires the lock of a slot, which no other slot has; blocks until it is granted.
   *
   * @return what releases it, and blocks until that is answered
   */
  AutoCloseable acquire(int slot) throws Exception;

  @Override
  void close();
}
