package io.lockarbiter.audit.verify.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The differing fields of two JSON objects; absent is not null.
 *
 * @param expected the fields with their right values, {@code name=value name=value}
 * @param found the same with the actual values
 */
record FieldDifference(String expected, String found) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MAX_VALUE = 300;

  /** Compares two objects; null if no field differs, whatever their order and white space. */
  static @Nullable FieldDifference between(byte[] expected, byte[] found) {
    JsonNode left = JSON.readTree(expected);
    JsonNode right = JSON.readTree(found);
    List<String> expectedFields = new ArrayList<>();
    List<String> foundFields = new ArrayList<>();
    for (String name : names(left, right)) {
      JsonNode ours = left.get(name);
      JsonNode theirs = right.get(name);
      if (!Objects.equals(ours, theirs)) {
        expectedFields.add(name + "=" + text(ours));
        foundFields.add(name + "=" + text(theirs));
      }
    }
    return expectedFields.isEmpty()
        ? null
        : new FieldDifference(String.join(" ", expectedFields), String.join(" ", foundFields));
  }

  private static TreeSet<String> names(JsonNode left, JsonNode right) {
    TreeSet<String> names = new TreeSet<>();
    for (JsonNode node : List.of(left, right)) {
      for (Iterator<Map.Entry<String, JsonNode>> i = node.properties().iterator(); i.hasNext(); ) {
        names.add(i.next().getKey());
      }
    }
    return names;
  }

  private static String text(@Nullable JsonNode node) {
    String text = node == null ? "(absent)" : node.toString();
    return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }
}
