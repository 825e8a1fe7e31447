package io.lockarbiter.arbiter.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The few readers of an instance, lent to one thread at a time: partitions that start together are
 * looked at side by side, but not with a connection each.
 */
public final class LogReaders implements AutoCloseable {
  private static final int MOST = 4;

  private final Supplier<Consumer<byte[], byte[]>> source;
  private final Duration timeout;
  private final Semaphore free = new Semaphore(MOST, true);
  private final Deque<LogReader> idle = new ArrayDeque<>();
  private boolean closed;

  /**
   * Readers, of which none is connected yet.
   *
   * @param source makes a consumer of the group that will not join it, read committed, without
   *     automatic reset
   * @param timeout longest time for one question
   */
  public LogReaders(Supplier<Consumer<byte[], byte[]>> source, Duration timeout) {
    this.source = source;
    this.timeout = timeout;
  }

  /** Lends a reader; waits for one if all are lent. One that fails is thrown away. */
  <T> T with(Function<LogReader, T> question) {
    try {
      free.acquire();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    LogReader reader = lend();
    boolean answered = false;
    try {
      T answer = question.apply(reader);
      answered = true;
      return answer;
    } finally {
      takeBack(reader, answered);
      free.release();
    }
  }

  /**
   * Connects all readers by a question to each, one after another: otherwise the first partitions
   * that start wait for that.
   *
   * @throws RuntimeException what the question throws; those not yet connected are so at their
   *     first use
   */
  void connect(java.util.function.Consumer<LogReader> question) {
    List<LogReader> connected = new ArrayList<>(MOST);
    try {
      while (connected.size() < MOST) {
        LogReader reader = new LogReader(source, timeout);
        try {
          question.accept(reader);
        } catch (RuntimeException e) {
          reader.close();
          throw e;
        }
        connected.add(reader);
      }
    } finally {
      connected.forEach(reader -> takeBack(reader, true));
    }
  }

  private synchronized LogReader lend() {
    return idle.isEmpty() ? new LogReader(source, timeout) : idle.pop();
  }

  private void takeBack(LogReader reader, boolean answered) {
    synchronized (this) {
      if (answered && !closed) {
        idle.push(reader);
        return;
      }
    }
    reader.close();
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(LogReader::close);
    idle.clear();
  }
}
