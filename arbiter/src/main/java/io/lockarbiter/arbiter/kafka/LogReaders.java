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
 * The few readers of an instance, each lent to one thread at a time, so that partitions which start
 * together are read side by side, but without a connection each.
 */
public final class LogReaders implements AutoCloseable {
  /** Most readers. */
  public static final int MOST = 4;

  private final Supplier<Consumer<byte[], byte[]>> source;
  private final Duration timeout;
  private final Polls polls;
  private final Semaphore free = new Semaphore(MOST, true);
  private final Deque<LogReader> idle = new ArrayDeque<>();
  private boolean closed;

  /**
   * Readers that are not yet connected.
   *
   * @param source makes a consumer with the group's id that will not join it, reads committed
   *     records and has no automatic reset
   * @param timeout longest time for one question
   * @param polls the polls of all consumers of the instance
   */
  public LogReaders(Supplier<Consumer<byte[], byte[]>> source, Duration timeout, Polls polls) {
    this.source = source;
    this.timeout = timeout;
    this.polls = polls;
  }

  /** Lends a reader; waits for one if all are lent. A reader that fails is thrown away. */
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
   * Connects all readers by a question to each, one after another; otherwise the first partitions
   * to start would wait for the connections.
   *
   * @throws RuntimeException the failure of the question; the remaining readers connect at their
   *     first use
   */
  void connect(java.util.function.Consumer<LogReader> question) {
    List<LogReader> connected = new ArrayList<>(MOST);
    try {
      while (connected.size() < MOST) {
        LogReader reader = new LogReader(source, timeout, polls);
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
    return idle.isEmpty() ? new LogReader(source, timeout, polls) : idle.pop();
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
