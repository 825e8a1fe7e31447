package io.lockarbiter.embedded.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Compares events with those that a step expects: of an object only the written fields are
 * compared, lists are compared whole.
 */
final class ExpectedEvents {
  private ExpectedEvents() {}

  /** Returns the differences, one line each; empty if there is none. */
  static List<String> differences(List<JsonNode> expected, List<JsonNode> actual) {
    List<String> found = new ArrayList<>();
    if (expected.size() != actual.size()) {
      found.add("expected %d events, got %d".formatted(expected.size(), actual.size()));
    }
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      compare("event " + (i + 1), expected.get(i), actual.get(i), found);
    }
    return found;
  }

  private static void compare(
      String field, JsonNode expected, JsonNode actual, List<String> found) {
    if (expected.isObject() && actual.isObject()) {
      for (Map.Entry<String, JsonNode> member : expected.properties()) {
        String name = member.getKey();
        compare(field + "." + name, member.getValue(), actual.path(name), found);
      }
    } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        compare(field + "[" + i + "]", expected.get(i), actual.get(i), found);
      }
    } else if (!expected.equals(actual) && !(expected.isNull() && actual.isMissingNode())) {
      String was = actual.isMissingNode() ? "nothing" : actual.toString();
      found.add("%s: expected %s, got %s".formatted(field, expected, was));
    }
  }
}
