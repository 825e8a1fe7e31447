package io.lockarbiter.sandbox.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of the demo as rows for a terminal of 80 columns and 24 rows, or as one line. */
final class DemoTable {
  private static final int WIDTH = 78;

  private final String title;
  private final List<String> header;

  /**
   * A table.
   *
   * @param title what runs
   * @param header addresses and the like
   */
  DemoTable(String title, List<String> header) {
    this.title = title;
    this.header = List.copyOf(header);
  }

  /** At most 23 rows of at most 78 visible columns, always as many. */
  List<String> rows(DemoState state) {
    List<String> rows = new ArrayList<>();
    rows.add(Style.BOLD.of(spread(title, clock(state.seconds()) + "  Ctrl-C ends it")));
    header.forEach(row -> rows.add(Style.DIM.of(cut(row))));
    rows.add("");
    if (state.locked()) {
      locks(state, rows);
    }
    files(state, rows);
    checks(state, rows);
    return rows;
  }

  /** The same in one line. */
  String line(DemoState state) {
    String locks =
        state.locked()
            ? "granted %,d rejected %,d (%s) held %,d p50 %,.1f ms p99 %,.1f ms %,.0f commands/s "
                .formatted(
                    state.granted(),
                    state.rejected(),
                    reasons(state),
                    state.held(),
                    state.p50Ms(),
                    state.p99Ms(),
                    state.answersPerSecond())
            : "";
    return (clock(state.seconds())
            + " "
            + locks
            + "written %,d deleted %,d moved %,d downloaded %,d violations %,d")
        .formatted(
            state.files().written().sum(),
            state.files().deletedFolders().sum(),
            state.files().movedFolders().sum(),
            state.files().downloaded().sum(),
            state.checks().total());
  }

  private static void locks(DemoState state, List<String> rows) {
    rows.add(Style.BOLD.of("LOCKS"));
    rows.add(
        pair(
            "granted",
            count(state.granted()),
            "commands/s",
            count((long) state.answersPerSecond())));
    rows.add(pair("held now", count(state.held()), "p50", ms(state.p50Ms())));
    rows.add(pair("rejected", count(state.rejected()), "p99", ms(state.p99Ms())));
    rows.add(cut("  by reason: " + reasons(state)));
    for (int i = 0; i < EventTally.RECENT; i++) {
      List<String> recent = state.recentRejections();
      rows.add(i < recent.size() ? Style.DIM.of(cut("    " + recent.get(i))) : "");
    }
    rows.add("");
  }

  private static void files(DemoState state, List<String> rows) {
    FileCounts files = state.files();
    rows.add(Style.BOLD.of("FILES"));
    rows.add(
        pair(
            "files uploaded",
            count(files.written().sum()),
            "folders deleted",
            count(files.deletedFolders().sum())));
    rows.add(
        pair(
            "files downloaded",
            count(files.downloaded().sum()),
            "folders moved",
            count(files.movedFolders().sum())));
    rows.add("");
  }

  private static void checks(DemoState state, List<String> rows) {
    rows.add(Style.BOLD.of("DAMAGE SEEN ON THE FILE SYSTEM"));
    for (Violation violation : Violation.values()) {
      if (violation != Violation.AUDIT) {
        long count = state.checks().count(violation);
        String row = "  %-48s %,9d".formatted(violation.text(), count);
        rows.add((count == 0 ? Style.GREEN : Style.RED).of(row));
      }
    }
  }

  private static String reasons(DemoState state) {
    return state.rejections().isEmpty()
        ? "none"
        : state.rejections().entrySet().stream()
            .map(entry -> "%s %,d".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String pair(String left, String leftValue, String right, String rightValue) {
    return "  %-20s %12s        %-16s %12s".formatted(left, leftValue, right, rightValue);
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String ms(double value) {
    return String.format(Locale.ROOT, "%,.1f ms", value);
  }

  private static String clock(long seconds) {
    return "%02d:%02d".formatted(seconds / 60, seconds % 60);
  }

  private static String spread(String left, String right) {
    return left + " ".repeat(Math.max(1, WIDTH - left.length() - right.length())) + right;
  }

  private static String cut(String text) {
    return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…";
  }
}
