package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.cli.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named figures in rows, of which each name says the unit: a table for people, and for JSON. */
public final class Figures {
  private final List<String> names;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  /** No rows yet. */
  public Figures(String... names) {
    this.names = List.of(names);
  }

  /**
   * Adds a row.
   *
   * @param values whole numbers, fractions (a table shows one digit of them), words or lists, one
   *     for each name
   */
  public void add(Object... values) {
    if (values.length != names.size()) {
      throw new IllegalArgumentException(
          "%d values, expected one for each of %s".formatted(values.length, names));
    }
    Map<String, Object> row = new LinkedHashMap<>();
    for (int n = 0; n < values.length; n++) {
      row.put(names.get(n), values[n]);
    }
    rows.add(row);
  }

  /** The figures by name, row by row. */
  public List<Map<String, Object>> rows() {
    return List.copyOf(rows);
  }

  /** The table. */
  public List<String> lines() {
    TextTable table = new TextTable(names.toArray(String[]::new));
    rows.forEach(row -> table.add(row.values().stream().map(Figures::cell).toArray()));
    return table.lines();
  }

  private static Object cell(Object value) {
    if (value instanceof Double fraction) {
      return "%,.1f".formatted(fraction);
    }
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }
}
