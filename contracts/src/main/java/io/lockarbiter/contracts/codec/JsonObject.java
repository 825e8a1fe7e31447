package io.lockarbiter.contracts.codec;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object as read. Its values are {@link String}, {@link JsonNumber}, {@link Boolean}, {@link
 * java.util.List}, {@link JsonObject} and null; if a key is given twice, its first value counts and
 * {@link #duplicates} names it.
 */
final class JsonObject {
  private final Map<String, @Nullable Object> members = new HashMap<>();
  private Map<String, String> duplicates = Map.of();

  /** Adds a member; returns whether it breaks the rule against duplicate keys. */
  boolean add(String name, @Nullable Object value, boolean duplicateInside) {
    if (members.containsKey(name)) {
      noteDuplicate(name, "is given twice");
      return true;
    }
    members.put(name, value);
    if (duplicateInside) {
      noteDuplicate(name, "has a duplicate key inside");
    }
    return duplicateInside;
  }

  private void noteDuplicate(String name, String problem) {
    if (duplicates.isEmpty()) {
      duplicates = new LinkedHashMap<>();
    }
    duplicates.put(name, problem);
  }

  /** A copy of this object with only the named members. */
  JsonObject only(List<String> names) {
    JsonObject some = new JsonObject();
    for (String name : names) {
      some.members.put(name, members.get(name));
    }
    return some;
  }

  /** The value of a member; null if it is absent or null. */
  @Nullable Object get(String name) {
    return members.get(name);
  }

  Map<String, @Nullable Object> members() {
    return members;
  }

  /**
   * The members that are given twice or have a duplicate key inside, each with the text of its
   * problem.
   */
  Map<String, String> duplicates() {
    return duplicates;
  }
}
