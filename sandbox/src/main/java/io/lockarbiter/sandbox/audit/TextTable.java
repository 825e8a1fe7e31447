package io.lockarbiter.sandbox.audit;

import java.util.ArrayList;
import java.util.List;

/** Rows of text under each other, every column as wide as its widest cell. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... names) {
    add(names);
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  List<String> lines() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
    }
    return line.toString().stripTrailing();
  }
}
