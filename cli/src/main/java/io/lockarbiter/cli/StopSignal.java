package io.lockarbiter.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or SIGTERM, as a wish: whoever runs sees it, ends in order, and then the process leaves
 * with the run's own exit code.
 */
public final class StopSignal {
  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final int TOO_SLOW = 130;

  private final CountDownLatch wanted = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = TOO_SLOW;

  private StopSignal() {}

  /** Listens from now on. */
  public static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::shutdown, "stop-signal"));
    return signal;
  }

  /** A signal that nobody gives. */
  public static StopSignal never() {
    return new StopSignal();
  }

  /** Waits; true as soon as the end is wanted, false if that did not happen in time. */
  public boolean await(Duration time) throws InterruptedException {
    return wanted.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Waits until the end is wanted. */
  public void await() throws InterruptedException {
    wanted.await();
  }

  /** Says that the run is over; the process may leave. */
  public void ended(int code) {
    exitCode = code;
    ended.countDown();
  }

  /** Runs while the JVM shuts down: halting is the only way left to choose the exit code. */
  private void shutdown() {
    if (ended.getCount() == 0) {
      return;
    }
    wanted.countDown();
    try {
      if (!ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        System.err.println("still not ended after " + PATIENCE.toSeconds() + " s: leaving");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.out.flush();
    Runtime.getRuntime().halt(exitCode);
  }
}
