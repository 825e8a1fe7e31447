package io.lockarbiter.sandbox.e2e;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Acquires and releases without pause, from a thread of its own. */
final class Load implements AutoCloseable {
  private static final long PAUSE_NANOS = 2_000_000;

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger commands = new AtomicInteger();
  private final KafkaLog log;
  private final Thread thread;

  private Load(KafkaLog log) {
    this.log = log;
    this.thread = new Thread(this::run, "load");
  }

  static Load on(KafkaLog log) {
    Load load = new Load(log);
    load.thread.start();
    return load;
  }

  private void run() {
    for (int i = 0; !ended.get(); i++) {
      String account = "acc" + i % 11;
      log.release(account, log.acquire(account));
      commands.addAndGet(2);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Commands sent so far. */
  int commands() {
    return commands.get();
  }

  /** Waits until a few hundred more were sent. */
  void awaitMore() {
    int before = commands();
    await().until(() -> commands() > before + 300);
  }

  /** Ends; answers how many commands were sent in all. */
  int end() {
    close();
    log.flush();
    return commands.get();
  }

  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
