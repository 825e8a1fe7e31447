package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The demo's progress if the output cannot be redrawn: a line now and then, in columns. */
final class ProgressLines {
  /** Longest line, in characters. */
  static final int COLUMNS = 120;

  private static final int LINES_PER_HEADER = 20;
  private static final String FILES = "%6s  %5s  %7s  %9s  %9s  %6s";
  private static final String LOCKS = "  %7s  %8s  %7s  %8s  %10s  %8s";
  private static final String DAMAGE = "  %6s";

  private int lines;

  /** Returns the next line, below a header if one is due. */
  List<String> next(DemoState state) {
    List<String> next = new ArrayList<>();
    if (lines++ % LINES_PER_HEADER == 0) {
      next.add(header(state.asks()));
    }
    next.add(line(state));
    if (state.losses() != null) {
      next.add("        " + state.losses().now());
    }
    return next;
  }

  private static String header(boolean asks) {
    return FILES.formatted("time", "ops/s", "uploads", "downloads", "deletions", "moves")
        + (asks
            ? LOCKS.formatted("granted", "rejected", "waiting", "wait p99", "answer p50", "p99")
            : "")
        + DAMAGE.formatted("damage");
  }

  private static String line(DemoState state) {
    FileCounts files = state.files();
    return FILES.formatted(
            clock(state.elapsed().toSeconds()),
            rate(state.operationsPerSecond()),
            count(files.written().sum()),
            count(files.downloaded().sum()),
            count(files.deletedFolders().sum()),
            count(files.movedFolders().sum()))
        + (state.asks() ? locks(state) : "")
        + DAMAGE.formatted(count(state.checks().total()));
  }

  private static String locks(DemoState state) {
    Latencies latest = state.latestAnswers();
    return LOCKS.formatted(
        count(state.granted()),
        count(state.rejected()),
        count(state.queue().waiting()),
        time(state.queue().waitMs(0.99)),
        time(latest.percentileMs(0.5)),
        time(latest.percentileMs(0.99)));
  }

  /** Formats a time as minutes, which may exceed 59, and seconds. */
  static String clock(long seconds) {
    return "%02d:%02d".formatted(seconds / 60, seconds % 60);
  }

  /** Formats a number in at most six characters. */
  private static String count(long value) {
    if (value < 100_000) {
      return String.format(Locale.ROOT, "%,d", value);
    }
    if (value < 10_000_000) {
      return String.format(Locale.ROOT, "%,dk", value / 1_000);
    }
    return String.format(Locale.ROOT, "%,dM", value / 1_000_000);
  }

  private static String rate(double value) {
    return value < 999.9 ? String.format(Locale.ROOT, "%.1f", value) : count(Math.round(value));
  }

  private static String time(double valueMs) {
    return valueMs < 999.9
        ? String.format(Locale.ROOT, "%.1f ms", valueMs)
        : String.format(Locale.ROOT, "%,.1f s", valueMs / 1e3);
  }
}
