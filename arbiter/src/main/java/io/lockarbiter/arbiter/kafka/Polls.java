package io.lockarbiter.arbiter.kafka;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The polls of all consumers of an instance. Kafka's client decodes the records of a poll before
 * anybody sees one, and a header of 2 bytes then takes 160: a record of 1 MB may become one of 80.
 * Once a poll has brought much of that, consumers poll one after another, so that the heap needs
 * room for one such poll and not for one of each listener and reader. Safe for use by many threads.
 */
public final class Polls {
  /** Most heap of a decoded header: three objects, and places in arrays and in a list. */
  static final int HEADER_BYTES = 164;

  /** Heap of headers in one poll from which on consumers poll one after another. */
  static final long HEAVY_BYTES = 2L << 20;

  /** Most headers that a record of the arbiter's own could have, by far. */
  private static final int FEW = 16;

  /** Time without such a poll after which consumers poll side by side again. */
  private static final Duration CALM = Duration.ofSeconds(10);

  /** Longest poll while others wait for their turn. */
  private static final Duration SHORT = Duration.ofMillis(20);

  private static final Logger LOG = LoggerFactory.getLogger(Polls.class);

  private final boolean always;
  private final LongSupplier nanos;
  private final ReentrantLock turn = new ReentrantLock(true);
  private volatile long heavyAt;
  private volatile boolean heavy;

  /**
   * The polls of an instance.
   *
   * @param always whether consumers always poll one after another, because the heap has no room for
   *     the largest record in each of them
   */
  public Polls(boolean always) {
    this(always, System::nanoTime);
  }

  Polls(boolean always, LongSupplier nanos) {
    this.always = always;
    this.nanos = nanos;
  }

  /**
   * Polls a consumer.
   *
   * @param longest longest wait for records; it is shorter while consumers take turns
   * @param reading makes of the records what is kept of them, without their headers
   */
  <T> T poll(
      Consumer<byte[], byte[]> consumer,
      Duration longest,
      Function<ConsumerRecords<byte[], byte[]>, T> reading) {
    if (!takesTurns()) {
      return reading.apply(weighed(consumer.poll(longest)));
    }
    turn.lock();
    try {
      Duration wait = longest.compareTo(SHORT) < 0 ? longest : SHORT;
      return reading.apply(weighed(consumer.poll(wait)));
    } finally {
      turn.unlock();
    }
  }

  /** Says whether consumers poll one after another at present. */
  boolean takesTurns() {
    if (heavy && nanos.getAsLong() - heavyAt > CALM.toNanos()) {
      heavy = false;
    }
    return always || heavy;
  }

  /**
   * A record without its headers, if it has more of them than any of the arbiter's own records;
   * such a record is a stranger's.
   */
  static ConsumerRecord<byte[], byte[]> light(ConsumerRecord<byte[], byte[]> record) {
    if (headerBytes(record) <= FEW * HEADER_BYTES) {
      return record;
    }
    return new ConsumerRecord<>(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.serializedKeySize(),
        record.serializedValueSize(),
        record.key(),
        record.value(),
        new RecordHeaders(),
        record.leaderEpoch());
  }

  private ConsumerRecords<byte[], byte[]> weighed(ConsumerRecords<byte[], byte[]> read) {
    long bytes = headerBytes(read);
    if (bytes >= HEAVY_BYTES) {
      heavyAt = nanos.getAsLong();
      if (!takesTurns()) {
        LOG.warn(
            "{}: headers of {} records took {} KB of heap in one poll; until no such poll has come for {} s, consumers poll one after another. Fix: find the sender of records with so many headers",
            read.partitions(),
            read.count(),
            bytes >> 10,
            CALM.toSeconds());
      }
      heavy = true;
    }
    return read;
  }

  /** Bytes of heap that the headers of some records take, at most. */
  static long headerBytes(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += headerBytes(record);
    }
    return bytes;
  }

  private static long headerBytes(ConsumerRecord<byte[], byte[]> record) {
    return (long) HEADER_BYTES * record.headers().toArray().length;
  }
}
