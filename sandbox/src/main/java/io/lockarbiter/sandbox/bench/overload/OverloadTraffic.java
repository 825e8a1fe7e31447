package io.lockarbiter.sandbox.bench.overload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Pairs of an acquire and its release, one right after the other, of many accounts: at a rate,
 * whatever becomes of them, or as many as are answered. Sent by a thread of its own.
 */
final class OverloadTraffic implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"a%d\",\"account\":\"%s\",\"subAccount\":\"u%d\",\"operation\":\"UPLOAD\",\"path\":\"/team-%d/project/2026/reports/file-%d.bin\"}";
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"r%d\",\"account\":\"%s\",\"subAccount\":\"u%d\",\"lockId\":\"a%d\"}";
  private static final int SUB_ACCOUNTS = 1_000;
  private static final int IN_FLIGHT = 6_000;
  private static final int AS_FAST_AS_ANSWERED = 0;
  private static final long PAUSE_NANOS = 1_000_000;

  private final int accounts;
  private final int hotPercent;
  private final LongSupplier answered;
  private final KafkaProducer<byte[], byte[]> producer;
  private final SplittableRandom random = new SplittableRandom(1);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong perSecond = new AtomicLong(AS_FAST_AS_ANSWERED);
  private final Thread thread;

  /**
   * Begins at once, as fast as it is answered.
   *
   * @param hotPercent how much of it is of one account; the rest is of all alike
   * @param answered how many commands were answered so far
   */
  OverloadTraffic(String bootstrapServers, int accounts, int hotPercent, LongSupplier answered) {
    this.accounts = accounts;
    this.hotPercent = hotPercent;
    this.answered = answered;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "5", "batch.size", "65536"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    thread = new Thread(this::run, "load");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long rate = AS_FAST_AS_ANSWERED;
    long since = 0;
    long began = 0;
    while (!ended.get()) {
      if (rate != perSecond.get()) {
        rate = perSecond.get();
        since = System.nanoTime();
        began = sent.get();
      }
      long allowed =
          rate == AS_FAST_AS_ANSWERED
              ? answered.getAsLong() + IN_FLIGHT
              : began + (long) ((System.nanoTime() - since) / 1e9 * rate);
      if (sent.get() + 2 <= allowed) {
        sendPair(sent.get() / 2);
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void sendPair(long lock) {
    boolean isHot = random.nextInt(100) < hotPercent;
    String account = isHot ? "hot" : "account-" + random.nextInt(accounts);
    long user = lock % SUB_ACCOUNTS;
    byte[] key = account.getBytes(UTF_8);
    send(key, ACQUIRE.formatted(lock, account, user, lock % 100, lock));
    send(key, RELEASE.formatted(lock, account, user, lock));
    sent.addAndGet(2);
  }

  private void send(byte[] key, String command) {
    var unused = producer.send(new ProducerRecord<>(COMMANDS, key, command.getBytes(UTF_8)));
  }

  /** From now on so many commands a second. */
  void rate(long newPerSecond) {
    perSecond.set(newPerSecond);
  }

  /** Commands sent so far. */
  long sent() {
    return sent.get();
  }

  /** Sends no more; returns when all is in the log. */
  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
