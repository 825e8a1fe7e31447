package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** The thread that works on a job while it does, and its interruption. Thread-safe. */
final class HandlerThread {
  private final boolean interrupts;
  private @Nullable Thread thread;

  /**
   * None yet.
   *
   * @param interrupts whether it may be interrupted
   */
  HandlerThread(boolean interrupts) {
    this.interrupts = interrupts;
  }

  /** The caller's thread works from here on. */
  synchronized void begin() {
    thread = Thread.currentThread();
  }

  /** From here on the thread is somebody else's, and what interrupted it was meant for the job. */
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
