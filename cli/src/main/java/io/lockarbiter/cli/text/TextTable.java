package io.lockarbiter.cli.text;

import io.lockarbiter.contracts.lock.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows of text in aligned columns, each as wide as its widest cell: texts to the left, numbers to
 * the right.
 */
public final class TextTable {
  private static final int NARROW = 48;

  /** Least width to which a cell is cut. */
  private static final int LEAST = 8;

  private static final int GAP = 2;
  private static final Pattern NUMBER = Pattern.compile("[-\\d].*|");

  private final List<List<String>> rows = new ArrayList<>();
  private final int widestCell;
  private final int widestLine;
  private final Set<String> cut;

  /** A table that shows everything. */
  public TextTable(String... titles) {
    this(Integer.MAX_VALUE, Integer.MAX_VALUE, Set.copyOf(List.of(titles)), titles);
  }

  private TextTable(int widestCell, int widestLine, Set<String> cut, String... titles) {
    this.widestCell = widestCell;
    this.widestLine = widestLine;
    this.cut = cut;
    add((Object[]) titles);
  }

  /**
   * A table that cuts long texts in the middle, so that their beginning, which tells the place, and
   * their end, which tells the thing, stay.
   */
  public static TextTable narrow(String... titles) {
    return new TextTable(NARROW, Integer.MAX_VALUE, Set.copyOf(List.of(titles)), titles);
  }

  /**
   * A table whose lines fit a terminal, if the columns that are not cut leave room: the cells of
   * the others are cut in the middle, all to the same width.
   *
   * @param cut titles of the columns whose cells may be cut, though not below 8 columns
   */
  public static TextTable fitted(int columns, Set<String> cut, String... titles) {
    return new TextTable(Integer.MAX_VALUE, columns, cut, titles);
  }

  /** Adds a row; {@code Long} numbers get separators. */
  public void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      String text = cell instanceof Long n ? "%,d".formatted(n) : String.valueOf(cell);
      row.add(VisibleText.line(text));
    }
    rows.add(row);
  }

  /** Says whether there are no rows. */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** The lines of titles and rows. */
  public List<String> lines() {
    List<List<String>> shown = shown();
    List<Column> columns =
        IntStream.range(0, rows.get(0).size()).mapToObj(at -> Column.of(shown, at)).toList();
    return shown.stream().map(row -> line(row, columns)).toList();
  }

  /** The rows, with the cells cut that have to be. */
  private List<List<String>> shown() {
    List<Boolean> isCut = rows.get(0).stream().map(cut::contains).toList();
    int most = widest(isCut);
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(at -> isCut.get(at) ? cut(row.get(at), most) : row.get(at))
                    .toList())
        .toList();
  }

  /** The width to which cells are cut. */
  private int widest(List<Boolean> isCut) {
    if (widestLine == Integer.MAX_VALUE) {
      return widestCell;
    }
    List<Integer> flexible = new ArrayList<>();
    int room = widestLine - GAP * (isCut.size() - 1);
    for (int at = 0; at < isCut.size(); at++) {
      int width = Column.width(rows, at);
      if (isCut.get(at)) {
        flexible.add(width);
      } else {
        room -= width;
      }
    }
    int most = Math.max(room, LEAST);
    while (most > LEAST && used(flexible, most) > room) {
      most--;
    }
    return most;
  }

  private static int used(List<Integer> widths, int most) {
    return widths.stream().mapToInt(width -> Math.min(width, most)).sum();
  }

  private record Column(int width, boolean isNumeric) {
    static Column of(List<List<String>> rows, int at) {
      boolean isNumeric =
          rows.stream().skip(1).allMatch(row -> NUMBER.matcher(row.get(at)).matches());
      return new Column(width(rows, at), isNumeric);
    }

    static int width(List<List<String>> rows, int at) {
      return rows.stream().mapToInt(row -> TerminalWidth.of(row.get(at))).max().orElse(0);
    }

    String fill(String cell) {
      String space = " ".repeat(width - TerminalWidth.of(cell));
      return isNumeric ? space + cell : cell + space;
    }
  }

  private static String line(List<String> row, List<Column> columns) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(column == 0 ? "" : " ".repeat(GAP))
          .append(columns.get(column).fill(row.get(column)));
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int widest) {
    if (TerminalWidth.of(text) <= widest) {
      return text;
    }
    List<String> all = TerminalWidth.clusters(text);
    int atBegin = widest * 2 / 5;
    int begin = 0;
    for (int used = TerminalWidth.of(all.get(0)); used <= atBegin; begin++) {
      used += TerminalWidth.of(all.get(begin + 1));
    }
    int end = all.size();
    for (int used = TerminalWidth.of(all.get(end - 1)); used < widest - atBegin; end--) {
      used += TerminalWidth.of(all.get(end - 2));
    }
    return String.join("", all.subList(0, begin))
        + "…"
        + String.join("", all.subList(end, all.size()));
  }
}
