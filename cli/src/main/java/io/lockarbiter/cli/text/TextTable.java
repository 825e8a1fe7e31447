package io.lockarbiter.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows of text in aligned columns, each as wide as its widest cell: texts to the left, numbers to
 * the right.
 */
public final class TextTable {
  private static final int NARROW = 48;
  private static final Pattern NUMBER = Pattern.compile("[-\\d].*|");

  private final List<List<String>> rows = new ArrayList<>();
  private final int widest;

  /** A table that shows everything. */
  public TextTable(String... titles) {
    this(Integer.MAX_VALUE, titles);
  }

  private TextTable(int widest, String... titles) {
    this.widest = widest;
    add((Object[]) titles);
  }

  /**
   * A table that cuts long texts in the middle, so that their beginning, which tells the place, and
   * their end, which tells the thing, stay.
   */
  public static TextTable narrow(String... titles) {
    return new TextTable(NARROW, titles);
  }

  /** Adds a row; {@code Long} numbers get separators. */
  public void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      String text = cell instanceof Long n ? "%,d".formatted(n) : String.valueOf(cell);
      row.add(cut(VisibleText.line(text)));
    }
    rows.add(row);
  }

  /** Says whether there are no rows. */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** The lines of titles and rows. */
  public List<String> lines() {
    List<Column> columns = IntStream.range(0, rows.get(0).size()).mapToObj(this::column).toList();
    return rows.stream().map(row -> line(row, columns)).toList();
  }

  private record Column(int width, boolean isNumeric) {
    String fill(String cell) {
      String space = " ".repeat(width - TerminalWidth.of(cell));
      return isNumeric ? space + cell : cell + space;
    }
  }

  private Column column(int column) {
    return new Column(width(column), isNumeric(column));
  }

  private static String line(List<String> row, List<Column> columns) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(column == 0 ? "" : "  ").append(columns.get(column).fill(row.get(column)));
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> TerminalWidth.of(row.get(column))).max().orElse(0);
  }

  private boolean isNumeric(int column) {
    return rows.stream().skip(1).allMatch(row -> NUMBER.matcher(row.get(column)).matches());
  }

  private String cut(String text) {
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
