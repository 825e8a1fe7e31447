package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.Gathering;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The records of one partition that were read and not yet taken. The listener's thread puts them in
 * and the worker's takes them out; they gather while the worker is busy.
 *
 * <p>It is shut at first. The worker asks for an offset, the listener seeks it and opens the inbox.
 * Records that arrive while it is shut belong to an earlier position and are dropped.
 */
final class Inbox {
  /** Bytes of heap at which the inbox is full, so that no more is read. */
  static final long FULL_BYTES = 6L * 1024 * 1024;

  /** Most bytes of heap of one batch, unless its first record alone takes more. */
  static final long BATCH_BYTES = 3 * 1024 * 1024;

  private final int batchRecords;
  private final Deque<ReadRecord> records = new ArrayDeque<>();
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

  /** Puts records in; drops them if it is shut. Wakes the worker only if there are some. */
  synchronized void offer(List<ReadRecord> read) {
    if (!open || closed || failure != null || read.isEmpty()) {
      return;
    }
    for (ReadRecord record : read) {
      records.add(record);
      bytes += record.heapBytes();
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
  synchronized List<ReadRecord> take(Duration longest, Gathering gathering) {
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
    List<ReadRecord> batch = new ArrayList<>();
    long taken = 0;
    while (!records.isEmpty() && batch.size() < batchRecords) {
      long next = records.element().heapBytes();
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
}
