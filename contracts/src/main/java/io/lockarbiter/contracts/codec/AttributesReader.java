package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.lock.IdRule;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code attributes}: text to text; null counts as absent. */
final class AttributesReader {
  private AttributesReader() {}

  static SortedMap<String, String> read(Fields fields) throws BadFieldException {
    if (!fields.has("attributes")) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, String> attributes = new TreeMap<>();
    Map<String, ?> members = fields.object("attributes").json().members();
    for (Map.Entry<String, ?> member : members.entrySet()) {
      Object value = member.getValue();
      if (value != null) {
        attributes.put(text(fields, member.getKey()), text(fields, value));
      }
    }
    return Collections.unmodifiableSortedMap(attributes);
  }

  private static String text(Fields fields, Object value) throws BadFieldException {
    if (!(value instanceof String text)) {
      throw fields.bad("attributes", "has a value that " + Fields.expected(value, "a string"));
    }
    if (!IdRule.isEncodable(text)) {
      throw fields.bad("attributes", "has a lone surrogate");
    }
    return text;
  }
}
