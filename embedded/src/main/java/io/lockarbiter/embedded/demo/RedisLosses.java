package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.embedded.server.RedisPair;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes Redis lose data, everything and its last writes in turn, in a thread of its own. */
final class RedisLosses implements AutoCloseable {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration EVERY = Duration.ofSeconds(10);

  /**
   * Time before the take-over in which a replica receives nothing of what the master acknowledges,
   * ms.
   */
  private static final int UNHEARD_MS = 500;

  private final RedisPair redis;
  private final AccountEvents events = new AccountEvents();
  private final Map<Loss, Integer> counts = new EnumMap<>(Loss.class);
  private final Map<Loss, Long> silencesMs = new EnumMap<>(Loss.class);
  private final Thread thread = new Thread(this::run, "demo-losses");
  private final CountDownLatch ending = new CountDownLatch(1);
  private @Nullable Loss latest;
  private long latestNanos;

  RedisLosses(RedisPair redis) {
    this.redis = redis;
  }

  void start() {
    thread.start();
  }

  /** Takes an event of any account. */
  void read(Event event) {
    events.read(event);
  }

  private void run() {
    try {
      boolean isEnding = isEndingWithin(FIRST);
      for (int turn = 0; !isEnding; turn++) {
        lose(Loss.values()[turn % Loss.values().length]);
        isEnding = isEndingWithin(EVERY);
        end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isEndingWithin(Duration time) throws InterruptedException {
    return ending.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void lose(Loss loss) throws InterruptedException {
    synchronized (this) {
      latest = loss;
      latestNanos = System.nanoTime();
      counts.merge(loss, 1, Integer::sum);
      events.begin();
    }
    if (loss == Loss.EVERYTHING) {
      redis.ask("FLUSHALL");
    } else {
      redis.failOver(UNHEARD_MS);
    }
  }

  private synchronized void end() {
    if (latest != null) {
      silencesMs.merge(latest, events.longestSilenceMs(), Math::max);
    }
  }

  synchronized LossState state() {
    return new LossState(
        latest,
        Duration.ofNanos(latest == null ? 0 : System.nanoTime() - latestNanos),
        events.longestSilenceMs(),
        new EnumMap<>(counts),
        new EnumMap<>(silencesMs),
        events.fallenTokens());
  }

  /** Stops losing data; returns when Redis is whole. */
  @Override
  public void close() {
    ending.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
