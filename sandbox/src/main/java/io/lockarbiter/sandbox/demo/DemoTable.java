package io.lockarbiter.sandbox.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of the demo as rows for a terminal of 80 columns and 24 rows, or as one line. */
final class DemoTable {
  private static final int WIDTH = 78;
  private static final int HALF = 37;
  private static final int THIRD = 24;

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
            ? "granted %,d rejected %,d (%s) held %,d waiting %,d longest %,.1f s granted-after-waiting %,d timed-out %,d deadlocks %,d p50 %,.1f ms p99 %,.1f ms %,.0f commands/s "
                .formatted(
                    state.granted(),
                    state.rejected(),
                    reasons(state),
                    state.held(),
                    state.queue().waiting(),
                    state.queue().longestMs() / 1e3,
                    state.queue().granted(),
                    state.queue().timedOut(),
                    state.queue().deadlocks(),
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
        row(
            cell("granted", count(state.granted())),
            cell("held now", count(state.held())),
            cell("commands/s", count((long) state.answersPerSecond()))));
    rows.add(
        row(
            cell("rejected", count(state.rejected())),
            cell("answer p50", ms(state.p50Ms())),
            cell("p99", ms(state.p99Ms()))));
    QueueState queue = state.queue();
    rows.add(Style.BOLD.of("WAITING IN LINE"));
    rows.add(
        row(
            cell("waiting now", count(queue.waiting())),
            cell("longest wait", "%,.1f s".formatted(queue.longestMs() / 1e3)),
            cell("timed out", count(queue.timedOut()))));
    rows.add(
        row(
            cell(HALF, "granted after waiting", count(queue.granted())),
            cell(HALF, "deadlocks refused", count(queue.deadlocks()))));
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
            cell(HALF, "files uploaded", count(files.written().sum())),
            cell(HALF, "files downloaded", count(files.downloaded().sum()))));
    rows.add(
        row(
            cell(HALF, "folders deleted", count(files.deletedFolders().sum())),
            cell(HALF, "folders moved", count(files.movedFolders().sum()))));
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
    return cut("  " + String.join("  ", cells));
  }

  private static String cell(String name, String value) {
    return cell(THIRD, name, value);
  }

  /** A value with its name, as many columns wide or as wide as it must be. */
  private static String cell(int width, String name, String value) {
    return name + " ".repeat(Math.max(1, width - name.length() - value.length())) + value;
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
