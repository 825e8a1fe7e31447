package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The thread of one check, and the batches of commands that wait for it. */
final class CheckLane implements AutoCloseable {
  /** Most batches that wait. */
  static final int WAITING = 3;

  /** Ends the thread. */
  private static final Runnable END = () -> {};

  /**
   * The end of a check that has failed.
   *
   * @param offset of the command at which it failed
   */
  record Failure(long offset, Throwable cause) {
    void rethrow() {
      if (cause instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) cause;
    }
  }

  private final ReplayListener check;
  private final BlockingQueue<Runnable> batches = new ArrayBlockingQueue<>(WAITING);
  private final Thread thread;
  private volatile @Nullable Failure failure;

  CheckLane(ReplayListener check) {
    this.check = check;
    thread = new Thread(this::run, "audit-check");
    thread.setDaemon(true);
  }

  void begin(HistoryStart start) {
    check.begin(start);
    thread.start();
  }

  /** Adds a batch, as soon as there is room. */
  void put(List<ReplayStep> batch) {
    put(() -> batch.forEach(this::step));
  }

  private void put(Runnable task) {
    try {
      batches.put(task);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /** Waits until the check is done with all batches so far, or has failed. */
  void awaitDone() {
    CountDownLatch done = new CountDownLatch(1);
    put(done::countDown);
    try {
      done.await();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /** Waits until the check has taken everything, or has failed. */
  void finish() {
    put(END);
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IllegalStateException interrupted() {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted");
  }

  @Nullable Failure failure() {
    return failure;
  }

  private void run() {
    try {
      for (Runnable task = batches.take(); task != END; task = batches.take()) {
        task.run();
      }
      if (failure == null) {
        check.end();
      }
    } catch (InterruptedException e) {
      // The verification has been given up.
    }
  }

  /** After a failure the lane only takes what comes, so that nobody waits for room. */
  private void step(ReplayStep step) {
    if (failure == null) {
      try {
        check.step(step);
      } catch (RuntimeException | Error e) {
        failure = new Failure(step.command().offset(), e);
      }
    }
  }

  /** Ends the thread, however far it is. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
