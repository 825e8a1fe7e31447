package io.lockarbiter.cli;

import io.lockarbiter.cli.text.Question;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A request to stop, by Ctrl-C or SIGTERM: the running command sees it and ends in order, and then
 * the process exits with the command's own code.
 */
public final class StopSignal {
  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final int STOPPED = 130;

  private final CountDownLatch wanted = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = STOPPED;

  private StopSignal() {}

  /** Installs a signal that listens from now on. */
  public static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::shutdown, "stop-signal"));
    return signal;
  }

  /** A signal that never comes. */
  public static StopSignal never() {
    return new StopSignal();
  }

  /** Waits for the signal; returns true as soon as it comes, false if it does not come in time. */
  public boolean await(Duration time) throws InterruptedException {
    return wanted.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Waits for the signal. */
  public void await() throws InterruptedException {
    wanted.await();
  }

  /** Says whether the signal has come. */
  public boolean isWanted() {
    return wanted.getCount() == 0;
  }

  /** Notes that the run is over, so the process may exit. */
  public void ended(int code) {
    exitCode = code;
    ended.countDown();
  }

  /** Runs while the JVM shuts down; halting it is then the only way to choose the exit code. */
  private void shutdown() {
    if (ended.getCount() == 0) {
      return;
    }
    wanted.countDown();
    if (Question.isOpen()) {
      Runtime.getRuntime().halt(STOPPED); // a read of the terminal cannot be interrupted
    }
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
