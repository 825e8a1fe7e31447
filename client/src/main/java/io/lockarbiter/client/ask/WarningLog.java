package io.lockarbiter.client.ask;

import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Logs warnings of one kind in a bounded number of lines, however many locks they concern: the
 * first ten within ten seconds one by one, then the number of the others. Names and comments in
 * them add no line. Safe for use by many threads.
 */
public final class WarningLog {
  static final int MOST_LINES = 10;
  static final Duration WINDOW = Duration.ofSeconds(10);

  private final EventLoop loop;
  private final Consumer<String> log;
  private final String others;
  private int told;
  private long untold;

  /**
   * A log that is empty.
   *
   * @param log receives the lines
   * @param others the text after the number of further warnings, such as {@code more leases were
   *     lost}
   */
  public WarningLog(EventLoop loop, Consumer<String> log, String others) {
    this.loop = loop;
    this.log = log;
    this.others = others;
  }

  /** Logs the line, if there is room in the present window. */
  public void tell(Supplier<String> line) {
    if (hasRoom()) {
      log(line.get());
    }
  }

  private synchronized boolean hasRoom() {
    if (told == 0) {
      loop.executeAt(loop.nanoTime() + WINDOW.toNanos(), this::flush);
    }
    if (told == MOST_LINES) {
      untold++;
      return false;
    }
    told++;
    return true;
  }

  /** Logs the number of warnings that were left out since the window began. */
  public void flush() {
    long more;
    synchronized (this) {
      more = untold;
      untold = 0;
      told = 0;
    }
    if (more > 0) {
      log("%d %s within %d s; only the first are told".formatted(more, others, WINDOW.toSeconds()));
    }
  }

  private void log(String line) {
    try {
      log.accept(VisibleText.line(line));
    } catch (Throwable e) { // a logger that fails cannot be reported, and must end nothing else
      return;
    }
  }
}
