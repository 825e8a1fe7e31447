package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of an assigned partition: it takes turn after turn until it is stopped. */
public final class PartitionWorker {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);

  private final AssignedPartition partition;
  private final Runnable died;
  private final Thread thread;
  private volatile boolean stopped;

  /**
   * A worker that does not run yet.
   *
   * @param died runs if the thread ends by itself
   */
  public PartitionWorker(AssignedPartition partition, String name, Runnable died) {
    this.partition = partition;
    this.died = died;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Ends after the present turn; if something makes the turn wait, wake it. */
  public void stop() {
    stopped = true;
  }

  /** Waits until it has ended; does not wait if the time is not positive. */
  public void await(Duration longest) {
    try {
      if (longest.toMillis() > 0) {
        thread.join(longest.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopped) {
        partition.turn();
      }
      partition.close();
    } catch (RuntimeException | Error e) {
      // Counted first, because whatever broke this thread may break the log, too.
      died.run();
      LOG.error(
          "{} dies; nothing is lost, and nothing more is decided there by this instance. Fix: restart it; liveness says so too",
          thread.getName(),
          e);
      partition.abandon(e);
    }
  }
}
