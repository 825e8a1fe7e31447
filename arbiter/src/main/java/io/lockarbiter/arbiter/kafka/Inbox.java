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
 * The records of one partition that were read and not yet taken. The listener's thread puts them in
 * and the worker's takes them out; they gather while the worker is busy.
 *
 * <p>It is shut at first. The worker asks for an offset, the listener seeks it and opens the inbox.
 * Records that arrive while it is shut belong to an earlier position and are dropped.
 */
final class Inbox {
  /** Bytes of keys and values at which the inbox is full, so that no more is read. */
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
   * An inbox that is shut.
   *
   * @param batchRecords the most records of one batch; with twice as many the inbox is full
   */
  Inbox(int batchRecords) {
    this.batchRecords = batchRecords;
  }

  /** Drops everything; no more records are accepted until {@link #ask}. */
  synchronized void shut() {
    open = false;
    wanted = OptionalLong.empty();
    clear();
  }

  /** Asks for the records from an offset on; called by the worker. */
  synchronized void ask(long offset) {
    shut();
    failure = null;
    wanted = OptionalLong.of(offset);
  }

  /** The offset that the worker waits for; the caller seeks it and then calls {@link #open}. */
  synchronized OptionalLong asked() {
    return wanted;
  }

  /** Accepts records from now on, unless the worker has asked for another offset meanwhile. */
  synchronized void open(long offset) {
    if (wanted.equals(OptionalLong.of(offset))) {
      wanted = OptionalLong.empty();
      open = true;
    }
  }

  /** Says whether more should be read: a full inbox counts as full until half is taken. */
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

  /** Lets the next {@link #take} throw this. */
  synchronized void fail(RuntimeException cause) {
    failure = cause;
    notifyAll();
  }

  /** Closes the inbox and wakes the worker. */
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

  /** Says whether all records read since it was opened are taken; never once it is closed. */
  synchronized boolean isDrained() {
    return open && !closed && records.isEmpty();
  }

  synchronized int size() {
    return records.size();
  }

  /**
   * Waits for a record and then, if others are likely to follow, a moment for those. Takes a batch;
   * none if none came in time or the inbox was closed.
   *
   * @throws RuntimeException the failure given to {@link #fail}
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
