package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The listener threads of this instance, each with a consumer of its own. A stop lets every
 * partition finish the batch in hand.
 */
public final class CommandListeners implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(CommandListeners.class);
  private static final Duration LAST_BATCH = Duration.ofSeconds(15);
  private static final Duration STOP = Duration.ofSeconds(25);

  private final ConsumerSource consumers;
  private final PartitionServices services;
  private final KafkaServices kafka;
  private final int concurrency;
  private final AtomicLong dead = new AtomicLong();
  private final List<CommandListener> listeners = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Listener threads that do not run yet. */
  public CommandListeners(
      ConsumerSource consumers, PartitionServices services, KafkaServices kafka, int concurrency) {
    this.consumers = consumers;
    this.services = services;
    this.kafka = kafka;
    this.concurrency = concurrency;
  }

  @Override
  public synchronized void start() {
    if (kafka.polls().takesTurns()) {
      LOG.warn(
          "listeners poll one after another, because the heap has no room for the largest record in each of them; answers come some 20 ms later. Fix: lower max.message.bytes of {} as another line says, or raise -Xmx",
          kafka.topics().commands());
    }
    rehearse();
    for (int i = 0; i < concurrency; i++) {
      String name = kafka.deployment() + "-" + i;
      CommandListener listener =
          new CommandListener(
              services, kafka, consumers.open(name), LAST_BATCH, dead::incrementAndGet);
      listeners.add(listener);
      threads.add(new Thread(listener, name + "-listener"));
    }
    threads.forEach(Thread::start);
  }

  /**
   * Opens connections and loads code before the group takes partitions from others, so that these
   * need not wait for it.
   */
  private void rehearse() {
    try {
      PartitionHeader header = services.store().header(0);
      kafka
          .readers()
          .connect(reader -> LOG.debug("{} {}", header, kafka.facts().published(reader, 0)));
    } catch (RuntimeException e) {
      LOG.info("the first partitions will start more slowly: {}", e.toString());
    }
  }

  @Override
  public synchronized void stop() {
    listeners.forEach(CommandListener::stop);
    long deadline = System.nanoTime() + STOP.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long late = threads.stream().filter(Thread::isAlive).count();
    if (late > 0) {
      LOG.warn("{} listener threads did not stop in time", late);
    }
    listeners.clear();
    threads.clear();
    kafka.readers().close();
  }

  @Override
  public synchronized boolean isRunning() {
    return !threads.isEmpty();
  }

  /** Number of threads, of listeners and of partitions, that have ended by themselves. */
  public long dead() {
    return dead.get();
  }
}
