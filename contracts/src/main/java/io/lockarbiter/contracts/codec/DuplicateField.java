package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.lock.IdRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A top-level field of a command that is given twice, or whose value has a duplicate key inside.
 *
 * @param name cut to the length of an id
 * @param problem fit for a user
 * @param rank place in the order of bad fields; unknown fields come last
 */
record DuplicateField(String name, String problem, int rank) {

  /**
   * The first duplicate field in the order of bad fields; unknown fields follow in the order of the
   * document.
   */
  static @Nullable DuplicateField first(JsonObject json, List<String> order) {
    DuplicateField first = null;
    for (Map.Entry<String, String> duplicate : json.duplicates().entrySet()) {
      DuplicateField next = of(duplicate.getKey(), duplicate.getValue(), order);
      if (first == null || next.rank < first.rank) {
        first = next;
      }
    }
    return first;
  }

  private static DuplicateField of(String field, String problem, List<String> order) {
    int rank = order.indexOf(field);
    if (rank < 0 || field.equals("key")) {
      return new DuplicateField(
          cut(field), "a field that commands do not have " + problem, Integer.MAX_VALUE);
    }
    return new DuplicateField(field, field + " " + problem, rank);
  }

  /**
   * Cuts a name to the UTF-8 bytes of an id, at a whole code point; lone surrogates become U+FFFD.
   */
  private static String cut(String field) {
    StringBuilder cut = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < field.length(); i += Character.charCount(field.codePointAt(i))) {
      int codePoint = field.codePointAt(i);
      boolean lone = codePoint <= Character.MAX_VALUE && Character.isSurrogate((char) codePoint);
      int encoded = lone ? 0xFFFD : codePoint;
      bytes += encoded < 0x80 ? 1 : encoded < 0x800 ? 2 : encoded < 0x10000 ? 3 : 4;
      if (bytes > IdRule.MAX_BYTES) {
        break;
      }
      cut.appendCodePoint(encoded);
    }
    return cut.toString();
  }
}
