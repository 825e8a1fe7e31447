package io.lockarbiter.sandbox.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One command for every account at a fixed interval, whatever becomes of those before: a lock is
 * acquired, and released by the next one. Its lease does not end before. Sent by a thread of its
 * own.
 */
public final class SteadyLoad implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"h%d\",\"account\":\"%s\",\"subAccount\":\"u1\",\"operation\":\"UPLOAD\",\"path\":\"/team/project/2026/reports/file-%d.bin\",\"leaseMs\":600000}";
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"r%d\",\"account\":\"%s\",\"subAccount\":\"u1\",\"lockId\":\"h%d\"}";

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong sent = new AtomicLong();
  private final List<String> accounts;
  private final Duration interval;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread thread;

  /** Begins at once. */
  public SteadyLoad(String bootstrapServers, List<String> accounts, Duration interval) {
    this.accounts = List.copyOf(accounts);
    this.interval = interval;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "1"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.thread = new Thread(this::run, "load");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long began = System.nanoTime();
    for (long step = 0; !ended.get(); step++) {
      long wait = began + step * interval.toNanos() - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
      long lock = step / 2;
      for (String account : accounts) {
        String command =
            step % 2 == 0
                ? ACQUIRE.formatted(lock, account, lock % 1_000)
                : RELEASE.formatted(lock, account, lock);
        var unused =
            producer.send(
                new ProducerRecord<>(COMMANDS, account.getBytes(UTF_8), command.getBytes(UTF_8)));
        sent.incrementAndGet();
      }
    }
  }

  /** Commands sent so far. */
  public long sent() {
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
