package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Gathering;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of one partition that were read and not yet taken. The listener's thread puts them in,
 * the worker's takes them out; they gather while the worker is busy.
 *
 * <p>Shut at first. The worker asks for an offset, the listener seeks it and opens; what arrives
 * while it is shut belongs to another reading and is dropped.
 */
final class Inbox {
  /** Bytes of keys and values at which no more is read. */
  static final long FULL_BYTES = 4L * 1024 * 1024;

  /** Most bytes of one batch, unless its first record alone is longer. */
  static final long BATCH_BYTES = 1024 * 1024;

  private final int batchRecords;
  private final Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
  private long bytes;
  private boolean open;
  private boolean closed;
  private boolean full;
  private OptionalLong wanted = OptionalLong.empty();
  private @Nullable RuntimeException failure;

  /**
   * A shut one.
   *
   * @param batchRecords most records of one batch; twice as many are full
   */
  Inbox(int batchRecords) {
    this.batchRecords = batchRecords;
  }

  /** Drops everything; the worker wants nothing until {@link #ask}. */
  synchronized void shut() {
    open = false;
    wanted = OptionalLong.empty();
    clear();
  }

  /** The worker wants the records from an offset on. */
  synchronized void ask(long offset) {
    shut();
    failure = null;
    wanted = OptionalLong.of(offset);
  }

  /** The offset that the worker waits for; the caller seeks it and then calls {@link #open}. */
  synchronized OptionalLong asked() {
    return wanted;
  }

  /** What is offered from now on is what was asked for, unless the worker has changed its mind. */
  synchronized void open(long offset) {
    if (wanted.equals(OptionalLong.of(offset))) {
      wanted = OptionalLong.empty();
      open = true;
    }
  }

  /** Claims that more should be read: full is full until half is taken. */
  synchronized boolean isHungry() {
    return open && !full && failure == null;
  }

  /** Puts records in; drops them if it is shut. */
  synchronized void offer(List<ConsumerRecord<byte[], byte[]>> read) {
    if (!open || closed || failure != null) {
      return;
    }
    for (ConsumerRecord<byte[], byte[]> record : read) {
      records.add(record);
      bytes += size(record);
    }
    full = records.size() >= 2 * batchRecords || bytes >= FULL_BYTES;
    notifyAll();
  }

  /** The next {@link #take} throws this. */
  synchronized void fail(RuntimeException cause) {
    failure = cause;
    notifyAll();
  }

  /** Nobody waits any more. */
  synchronized void close() {
    closed = true;
    clear();
    notifyAll();
  }

  private void clear() {
    records.clear();
    bytes = 0;
    full = false;
  }

  /** Claims that all that was read since it was opened is taken; never once it is closed. */
  synchronized boolean isDrained() {
    return open && !closed && records.isEmpty();
  }

  synchronized int size() {
    return records.size();
  }

  /**
   * Waits for a record and then, if others are likely to follow, a moment for those; takes as many
   * as make a batch, none if none came in time or it was closed.
   *
   * @throws RuntimeException what {@link #fail} was given
   */
  synchronized List<ConsumerRecord<byte[], byte[]>> take(Duration longest, Gathering gathering) {
    long begin = System.nanoTime();
    await(1, longest);
    if (!records.isEmpty() && System.nanoTime() - begin <= gathering.longest().toNanos()) {
      await(Math.min(gathering.records(), batchRecords), gathering.longest());
    }
    if (failure != null) {
      RuntimeException thrown = failure;
      failure = null;
      throw thrown;
    }
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    long taken = 0;
    while (!records.isEmpty() && batch.size() < batchRecords) {
      long next = size(records.element());
      if (!batch.isEmpty() && taken + next > BATCH_BYTES) {
        break;
      }
      taken += next;
      batch.add(records.remove());
    }
    bytes -= taken;
    full &= records.size() > batchRecords || bytes > FULL_BYTES / 2;
    return batch;
  }

  private void await(int most, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    try {
      for (long left = longest.toNanos();
          records.size() < most && !full && failure == null && !closed && left > 0;
          left = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long size(ConsumerRecord<byte[], byte[]> record) {
    return length(record.key()) + length(record.value());
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
