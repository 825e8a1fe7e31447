package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** The thread that works on a job, and its interruption. Thread-safe. */
final class HandlerThread {
  private final boolean interrupts;
  private @Nullable Thread thread;

  /**
   * A holder without a thread.
   *
   * @param interrupts whether it may be interrupted
   */
  HandlerThread(boolean interrupts) {
    this.interrupts = interrupts;
  }

  /** Notes that the caller's thread works from here on. */
  synchronized void begin() {
    thread = Thread.currentThread();
  }

  /**
   * Notes that the thread no longer works on the job, and clears an interruption, which was meant
   * for the job.
   */
  synchronized void end() {
    thread = null;
    boolean unused = Thread.interrupted();
  }

  /** Interrupts the work, if there is any. */
  synchronized void interrupt() {
    if (thread != null && interrupts) {
      thread.interrupt();
    }
  }
}
