package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what nearly every record is: JSON in ASCII without escapes, its numbers whole. About
 * anything else – more than that, or no JSON at all – it says nothing and leaves it to {@link
 * JsonReader}, so what is answered does not depend on which of the two read.
 */
final class PlainJsonReader {
  private static final Object NOT_PLAIN = new Object();
  private static final int END = 256;
  private static final int MAX_DIGITS = 18;

  private final byte[] in;
  private int at;

  /** Objects so far with a duplicate key in them or below. */
  private int duplicates;

  private PlainJsonReader(byte[] in) {
    this.in = in;
  }

  /** The object; null if the bytes are not exactly one plain one. */
  static @Nullable JsonObject read(byte[] bytes) {
    PlainJsonReader reader = new PlainJsonReader(bytes);
    return reader.next() == '{'
            && reader.object(1) instanceof JsonObject object
            && reader.next() == END
        ? object
        : null;
  }

  /** What stands there after white space; it is not taken yet. */
  private int next() {
    while (at < in.length) {
      byte there = in[at];
      if (there != ' ' && there != '\n' && there != '\r' && there != '\t') {
        return there;
      }
      at++;
    }
    return END;
  }

  private Object object(int depth) {
    at++;
    JsonObject object = new JsonObject();
    if (depth > JsonReader.MAX_DEPTH) {
      return NOT_PLAIN;
    }
    if (next() == '}') {
      at++;
      return object;
    }
    int after = ',';
    while (after == ',') {
      String name = next() == '"' ? name() : null;
      if (name == null || next() != ':') {
        return NOT_PLAIN;
      }
      at++;
      int before = duplicates;
      Object value = value(depth);
      if (value == NOT_PLAIN) {
        return NOT_PLAIN;
      }
      if (object.add(name, value, duplicates > before)) {
        duplicates++;
      }
      after = next();
      at++;
    }
    return after == '}' ? object : NOT_PLAIN;
  }

  private Object array(int depth) {
    at++;
    List<@Nullable Object> values = new ArrayList<>();
    if (depth > JsonReader.MAX_DEPTH) {
      return NOT_PLAIN;
    }
    if (next() == ']') {
      at++;
      return values;
    }
    int after = ',';
    while (after == ',') {
      Object value = value(depth);
      if (value == NOT_PLAIN) {
        return NOT_PLAIN;
      }
      values.add(value);
      after = next();
      at++;
    }
    return after == ']' ? values : NOT_PLAIN;
  }

  private @Nullable Object value(int depth) {
    return switch (next()) {
      case '"' -> text();
      case '{' -> object(depth + 1);
      case '[' -> array(depth + 1);
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      case 't' -> word("true") ? Boolean.TRUE : NOT_PLAIN;
      case 'f' -> word("false") ? Boolean.FALSE : NOT_PLAIN;
      case 'n' -> word("null") ? null : NOT_PLAIN;
      default -> NOT_PLAIN;
    };
  }

  private boolean word(String word) {
    int start = at;
    for (int i = 0; i < word.length(); i++, at++) {
      if (start + i >= in.length || in[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private Object number() {
    int start = at;
    long value = 0;
    while (at < in.length && in[at] >= '0' && in[at] <= '9') {
      value = 10 * value + in[at++] - '0';
      if (at - start > MAX_DIGITS) {
        return NOT_PLAIN;
      }
    }
    return in[start] == '0' && at > start + 1 ? NOT_PLAIN : JsonNumber.of(value);
  }

  private Object text() {
    int start = at + 1;
    return skipText()
        ? new String(in, start, at - 1 - start, StandardCharsets.ISO_8859_1)
        : NOT_PLAIN;
  }

  private @Nullable String name() {
    int start = at + 1;
    return skipText() ? FieldName.of(in, start, at - 1) : null;
  }

  /** Goes behind a text; answers whether it is a plain one. Bytes above ASCII are negative. */
  private boolean skipText() {
    at++;
    while (at < in.length && in[at] >= ' ' && in[at] != '"' && in[at] != '\\') {
      at++;
    }
    return at < in.length && in[at++] == '"';
  }
}
