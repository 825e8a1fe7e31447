package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plain JSON that arbiters and most clients write, faster and with less garbage than
 * {@link JsonReader}: ASCII without escapes, whole numbers of at most 18 digits without a sign, and
 * no key twice. It reads such an object as that one does, and leaves everything else to it.
 */
final class PlainJsonReader {
  /** Thrown where the text is not plain; it has no trace, because nobody sees it. */
  private static final class NotPlainException extends Exception {
    private static final long serialVersionUID = 1L;

    NotPlainException() {
      super(null, null, false, false);
    }
  }

  private final byte[] bytes;
  private int next;
  private int depth;

  private PlainJsonReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads exactly one object; null if the bytes are anything else than plain JSON. */
  static @Nullable JsonObject read(byte[] bytes) {
    PlainJsonReader reader = new PlainJsonReader(bytes);
    try {
      reader.expect('{');
      JsonObject object = reader.readObject();
      reader.skipSpace();
      return reader.next == bytes.length ? object : null;
    } catch (NotPlainException e) {
      return null;
    }
  }

  private void skipSpace() {
    while (next < bytes.length && isSpace(bytes[next])) {
      next++;
    }
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** The next byte that is no white space. */
  private byte token() throws NotPlainException {
    skipSpace();
    if (next == bytes.length) {
      throw new NotPlainException();
    }
    return bytes[next++];
  }

  private void expect(char expected) throws NotPlainException {
    if (token() != expected) {
      throw new NotPlainException();
    }
  }

  private void enter() throws NotPlainException {
    if (++depth > JsonReader.MAX_DEPTH) {
      throw new NotPlainException();
    }
  }

  /** Reads the members behind an opening brace. */
  private JsonObject readObject() throws NotPlainException {
    enter();
    JsonObject object = new JsonObject();
    byte token = token();
    while (token != '}') {
      if (token != '"') {
        throw new NotPlainException();
      }
      int start = next;
      String name = PlainNames.of(bytes, start, endOfString());
      expect(':');
      if (object.add(name, readValue(token()), /* duplicateInside= */ false)) {
        throw new NotPlainException();
      }
      token = nextAfter('}', '"');
    }
    depth--;
    return object;
  }

  private List<@Nullable Object> readArray() throws NotPlainException {
    enter();
    List<@Nullable Object> values = new ArrayList<>();
    byte token = token();
    if (token != ']') {
      values.add(readValue(token));
      while (nextAfter(']') != ']') {
        values.add(readValue(token()));
      }
    }
    depth--;
    return values;
  }

  /** Takes the end, or a comma and the token that must follow it. */
  private byte nextAfter(char end, char first) throws NotPlainException {
    byte token = nextAfter(end);
    if (token == end) {
      return token;
    }
    expect(first);
    return (byte) first;
  }

  /** Takes the end, or a comma. */
  private byte nextAfter(char end) throws NotPlainException {
    byte token = token();
    if (token != end && token != ',') {
      throw new NotPlainException();
    }
    return token;
  }

  private @Nullable Object readValue(byte token) throws NotPlainException {
    return switch (token) {
      case '"' -> {
        int start = next;
        yield text(start, endOfString());
      }
      case '{' -> readObject();
      case '[' -> readArray();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number(token);
    };
  }

  private String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /** Goes behind the closing quote; returns its place. */
  private int endOfString() throws NotPlainException {
    int place = next;
    while (place < bytes.length && bytes[place] != '"') {
      // Bytes beyond ASCII are negative.
      if (bytes[place] < ' ' || bytes[place] == '\\') {
        throw new NotPlainException();
      }
      place++;
    }
    if (place == bytes.length) {
      throw new NotPlainException();
    }
    next = place + 1;
    return place;
  }

  private @Nullable Object word(String word, @Nullable Object meaning) throws NotPlainException {
    for (int i = 1; i < word.length(); i++) {
      if (next == bytes.length || bytes[next++] != word.charAt(i)) {
        throw new NotPlainException();
      }
    }
    requireEndOfValue();
    return meaning;
  }

  private JsonNumber number(byte first) throws NotPlainException {
    int start = next - 1;
    long value = 0;
    next = start;
    while (next < bytes.length && bytes[next] >= '0' && bytes[next] <= '9') {
      value = value * 10 + (bytes[next++] - '0');
      if (next - start > JsonNumber.ALWAYS_LONG) {
        throw new NotPlainException();
      }
    }
    if (next == start || first == '0' && next - start > 1) {
      throw new NotPlainException();
    }
    requireEndOfValue();
    return JsonNumber.of(value);
  }

  private void requireEndOfValue() throws NotPlainException {
    if (next == bytes.length) {
      throw new NotPlainException();
    }
    byte c = bytes[next];
    if (c != ',' && c != '}' && c != ']' && !isSpace(c)) {
      throw new NotPlainException();
    }
  }
}
