package io.lockarbiter.e2e;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Acquires and releases without pause, in a thread of its own. */
final class Load implements AutoCloseable {
  private static final long PAUSE_NANOS = 8_000_000;

  private final AtomicInteger commands = new AtomicInteger();
  private final KafkaLog log;
  private final List<String> accounts;
  private final LoopingThread thread;
  private int pairs;

  private Load(KafkaLog log, List<String> accounts) {
    this.log = log;
    this.accounts = accounts;
    this.thread = new LoopingThread("load", this::pair);
  }

  static Load on(KafkaLog log) {
    return on(log, IntStream.range(0, 11).mapToObj(n -> "acc" + n).toList());
  }

  /** Begins; the accounts take turns. */
  static Load on(KafkaLog log, List<String> accounts) {
    Load load = new Load(log, accounts);
    load.thread.start();
    return load;
  }

  private void pair() {
    String account = accounts.get(pairs++ % accounts.size());
    log.release(account, log.acquire(account));
    commands.addAndGet(2);
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Returns the number of commands sent so far. */
  int commands() {
    return commands.get();
  }

  /** Waits until a few hundred more commands were sent. */
  void awaitMore() {
    int before = commands();
    await().until(() -> commands() > before + 300);
  }

  /** Stops; returns how many commands were sent in all. */
  int end() {
    close();
    log.flush();
    return commands.get();
  }

  @Override
  public void close() {
    thread.close();
  }
}
