package io.lockarbiter.embedded.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of the demo as rows for a terminal of 80 columns and 24 rows. */
final class DemoTable {
  private static final int WIDTH = 78;
  private static final int MOST_WIDTH = 118;
  private static final int THIRD = 24;

  private final String title;
  private final List<String> header;
  private final int width;

  /**
   * Creates a table.
   *
   * @param title of the run
   * @param header addresses and the like
   * @param columns of the terminal, 80 or more; texts without a fixed column use the additional
   *     width
   */
  DemoTable(String title, List<String> header, int columns) {
    this.title = title;
    this.header = List.copyOf(header);
    this.width = Math.max(WIDTH, Math.min(columns - 2, MOST_WIDTH));
  }

  /**
   * Returns the rows: at most 23, always the same number, each two columns narrower than the
   * terminal.
   */
  List<String> rows(DemoState state) {
    List<String> rows = new ArrayList<>();
    rows.add(
        Style.BOLD.of(
            spread(title, ProgressLines.clock(state.elapsed().toSeconds()) + "  Ctrl-C ends it")));
    header.forEach(row -> rows.add(Style.DIM.of(cut(row))));
    rows.add(state.losses() == null ? "" : cut(state.losses().now()));
    if (state.asks()) {
      locks(state, rows);
    }
    files(state, rows);
    checks(state, rows);
    return rows;
  }

  private void locks(DemoState state, List<String> rows) {
    rows.add(Style.BOLD.of("LOCKS"));
    rows.add(
        row(
            cell("granted", count(state.granted())),
            cell("held now", count(state.held())),
            cell("commands/s", count((long) state.answersPerSecond()))));
    rows.add(
        row(
            cell("rejected", count(state.rejected())),
            cell("answer p50", ms(state.latestAnswers().percentileMs(0.5))),
            cell("p99", ms(state.latestAnswers().percentileMs(0.99)))));
    QueueState queue = state.queue();
    rows.add(Style.BOLD.of("WAITING IN LINE"));
    rows.add(
        row(
            cell("waiting now", count(queue.waiting())),
            cell("wait p50", seconds(queue.waitMs(0.5))),
            cell("p99", seconds(queue.waitMs(0.99)))));
    rows.add(
        row(
            cell("timed out", count(queue.timedOut())),
            cell("longest", seconds(queue.longestMs())),
            cell("deadlocks", count(queue.deadlocks()))));
    rows.add(cut("REJECTED  by reason: " + reasons(state)));
    for (int i = 0; i < EventTally.RECENT; i++) {
      List<String> recent = state.recentRejections();
      rows.add(i < recent.size() ? Style.DIM.of(cut("    " + recent.get(i))) : "");
    }
  }

  private static void files(DemoState state, List<String> rows) {
    FileCounts files = state.files();
    rows.add(Style.BOLD.of("FILES"));
    rows.add(
        row(
            cell("uploads", count(files.written().sum())),
            cell("downloads", count(files.downloaded().sum())),
            cell("operations/s", "%.1f".formatted(state.operationsPerSecond()))));
    rows.add(
        row(
            cell("deletions", count(files.deletedFolders().sum())),
            cell("moves", count(files.movedFolders().sum()))));
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

  private static String row(String... cells) {
    String row = "  " + String.join("  ", cells);
    return row.length() <= WIDTH ? row : row.substring(0, WIDTH - 1) + "…";
  }

  /** A value with its name, a third of the table wide, or wider if it must be. */
  private static String cell(String name, String value) {
    return name + " ".repeat(Math.max(1, THIRD - name.length() - value.length())) + value;
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String ms(double value) {
    return String.format(Locale.ROOT, "%,.1f ms", value);
  }

  private static String seconds(double valueMs) {
    return String.format(Locale.ROOT, "%,.2f s", valueMs / 1e3);
  }

  private static String spread(String left, String right) {
    return left + " ".repeat(Math.max(1, WIDTH - left.length() - right.length())) + right;
  }

  private String cut(String text) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }
}
