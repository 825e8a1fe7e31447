package io.lockarbiter.sandbox.bench.peers;

import io.lockarbiter.sandbox.load.LockTraffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
    AtomicBoolean ended = new AtomicBoolean();
    LongAdder cycles = new LongAdder();
    List<Thread> running = new ArrayList<>();
    for (int slot = 0; slot < threads; slot++) {
      RLock lock = fiveLevels(slot);
      Thread thread = new Thread(() -> cycle(lock, ended, cycles), "redisson-" + slot);
      thread.setDaemon(true);
      thread.start();
      running.add(thread);
    }
    TimeUnit.NANOSECONDS.sleep(rampUp.toNanos());
    Costs before = meter.read();
    long cyclesBefore = cycles.sum();
    long began = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(length.toNanos());
    double seconds = (System.nanoTime() - began) / 1e9;
    long done = cycles.sum() - cyclesBefore;
    Costs used = meter.read().since(before);
    ended.set(true);
    for (Thread thread : running) {
      thread.join();
    }
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

  private static void cycle(RLock lock, AtomicBoolean ended, LongAdder cycles) {
    while (!ended.get()) {
      lock.lock();
      lock.unlock();
      cycles.increment();
    }
  }

  @Override
  public void close() {
    redisson.shutdown();
  }
}
