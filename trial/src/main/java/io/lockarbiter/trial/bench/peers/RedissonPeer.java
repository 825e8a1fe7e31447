package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.embedded.load.LockTraffic;
import io.lockarbiter.trial.bench.stage.CostMeter;
import io.lockarbiter.trial.bench.stage.Costs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Redisson's own locks on the paths of {@link LockTraffic}: a {@code RedissonMultiLock} of a read
 * lock on each of four folders and a write lock on the file, taken and given back by as many
 * threads as there are locks at once. Threads block, as the manual's examples do.
 */
final class RedissonPeer implements AutoCloseable {
  private final RedissonClient redisson;
  private final int accounts;

  /**
   * A client.
   *
   * @param connections as many as threads will call at once
   */
  RedissonPeer(String address, int accounts, int connections) {
    Config config = new Config().setCodec(StringCodec.INSTANCE);
    config
        .useSingleServer()
        .setAddress(address)
        .setConnectionMinimumIdleSize(Math.min(connections, 32))
        .setConnectionPoolSize(connections);
    this.redisson = Redisson.create(config);
    this.accounts = accounts;
  }

  RedissonClient client() {
    return redisson;
  }

  /**
   * Runs so many threads, the meter being asked at the beginning and the end of the measurement.
   */
  Rate measure(int threads, Duration rampUp, Duration length, CostMeter meter)
      throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    LongAdder cycles = new LongAdder();
    List<Thread> running = new ArrayList<>();
    for (int slot = 0; slot < threads; slot++) {
      RLock lock = fiveLevels(slot);
      Thread thread = new Thread(() -> cycle(lock, ended, cycles, failure), "redisson-" + slot);
      thread.setDaemon(true);
      thread.start();
      running.add(thread);
    }
    awaitUnlessFailed(rampUp, ended, failure);
    Costs before = meter.read();
    long cyclesBefore = cycles.sum();
    long began = System.nanoTime();
    awaitUnlessFailed(length, ended, failure);
    double seconds = (System.nanoTime() - began) / 1e9;
    long done = cycles.sum() - cyclesBefore;
    Costs used = meter.read().since(before);
    ended.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    throwIfFailed(failure);
    return new Rate(2 * done, seconds, used);
  }

  private RLock fiveLevels(int slot) {
    String path = LockTraffic.path(slot);
    String account = LockTraffic.account(slot, accounts);
    List<RLock> locks = new ArrayList<>();
    for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      locks.add(redisson.getReadWriteLock(account + ":" + path.substring(0, end)).readLock());
    }
    locks.add(redisson.getReadWriteLock(account + ":" + path).writeLock());
    return redisson.getMultiLock(locks.toArray(RLock[]::new));
  }

  /**
   * A thread that fails leaves its lock held, renewed by the watchdog for as long as the client
   * lives: whoever asked for it next would wait for ever. So the first failure ends the
   * measurement.
   */
  private static void cycle(
      RLock lock,
      CountDownLatch ended,
      LongAdder cycles,
      AtomicReference<RuntimeException> failure) {
    try {
      while (ended.getCount() > 0) {
        lock.lock();
        lock.unlock();
        cycles.increment();
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
      ended.countDown();
    }
  }

  private static void awaitUnlessFailed(
      Duration length, CountDownLatch ended, AtomicReference<RuntimeException> failure)
      throws InterruptedException {
    if (ended.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
      throwIfFailed(failure);
    }
  }

  private static void throwIfFailed(AtomicReference<RuntimeException> failure) {
    RuntimeException first = failure.get();
    if (first != null) {
      throw new IllegalStateException(
          "a lock of Redisson's failed (%s), so its rate would be wrong. Fix: measure where nothing else runs"
              .formatted(first.getClass().getSimpleName()),
          first);
    }
  }

  @Override
  public void close() {
    redisson.shutdown();
  }
}
