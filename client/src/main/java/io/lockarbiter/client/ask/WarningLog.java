package io.lockarbiter.client.ask;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Warnings of one kind, bounded in lines however many locks they concern: the first ten within ten
 * seconds are told one by one, of the others how many there were. Safe for use by many threads.
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
   * Nothing is told yet.
   *
   * @param log takes the lines
   * @param others what so many more are, such as {@code more leases were lost}
   */
  public WarningLog(EventLoop loop, Consumer<String> log, String others) {
    this.loop = loop;
    this.log = log;
    this.others = others;
  }

  /** Tells it, if there is room. */
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

  /** Tells how many were not told since the window began. */
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
      log.accept(line);
    } catch (Throwable e) { // a logger that fails has no place to say so, and must end nothing else
      return;
    }
  }
}
