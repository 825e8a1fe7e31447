package io.lockarbiter.cli.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rows of text under each other, every column as wide as its widest cell: texts to the left,
 * numbers to the right.
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

  /** A table that cuts long texts in the middle: their beginning says where, their end what. */
  public static TextTable narrow(String... titles) {
    return new TextTable(NARROW, titles);
  }

  /** A row; numbers that are {@code Long} get separators. */
  public void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      String text = cell instanceof Long n ? "%,d".formatted(n) : String.valueOf(cell);
      row.add(cut(VisibleText.line(text)));
    }
    rows.add(row);
  }

  /** Says whether there are titles only. */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** Titles and rows. */
  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  private String line(List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String space = " ".repeat(width(column) - length(cell));
      line.append(column == 0 ? "" : "  ").append(isNumeric(column) ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
  }

  private boolean isNumeric(int column) {
    return rows.stream().skip(1).allMatch(row -> NUMBER.matcher(row.get(column)).matches());
  }

  private String cut(String text) {
    if (length(text) <= widest) {
      return text;
    }
    int[] all = text.codePoints().toArray();
    int begin = 0;
    for (int used = 0; used + columns(all[begin]) <= widest * 2 / 5; begin++) {
      used += columns(all[begin]);
    }
    int end = all.length;
    for (int used = 0; used + columns(all[end - 1]) < widest - widest * 2 / 5; end--) {
      used += columns(all[end - 1]);
    }
    return new String(all, 0, begin) + "…" + new String(all, end, all.length - end);
  }

  private static int length(String text) {
    return text.codePoints().map(TextTable::columns).sum();
  }

  /** Terminals give some scripts two columns, and marks none. */
  private static int columns(int codePoint) {
    int width = UCharacter.getIntPropertyValue(codePoint, UProperty.EAST_ASIAN_WIDTH);
    if (width == UCharacter.EastAsianWidth.WIDE || width == UCharacter.EastAsianWidth.FULLWIDTH) {
      return 2;
    }
    int type = UCharacter.getType(codePoint);
    boolean mark = type == UCharacter.NON_SPACING_MARK || type == UCharacter.FORMAT;
    return mark ? 0 : 1;
  }
}
