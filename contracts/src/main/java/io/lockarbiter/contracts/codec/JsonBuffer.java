package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A buffer in which JSON is written as UTF-8; one serves many events in turn, and keeps the size of
 * the largest. Used by one thread.
 */
public final class JsonBuffer {
  private static final String HEX = "0123456789ABCDEF";
  private static final int FIRST_SIZE = 512;
  private static final char LAST_ASCII = 0x7F;

  /** Most bytes of a number, with its sign. */
  private static final int NUMBER = 20;

  /** Most bytes of an escaped character. */
  private static final int ESCAPED = 6;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int length;

  /** An empty buffer. */
  public JsonBuffer() {}

  /** Loses its content. */
  void clear() {
    length = 0;
  }

  /** The last byte; there must be one. */
  byte last() {
    return bytes[length - 1];
  }

  /** A copy of the bytes from a place on. */
  byte[] toBytes(int from) {
    return Arrays.copyOfRange(bytes, from, length);
  }

  JsonBuffer put(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  /** Puts a text that is plain ASCII, as it is. */
  JsonBuffer put(String ascii) {
    reserve(ascii.length());
    return putFirst(ascii, ascii.length());
  }

  @SuppressWarnings("deprecation") // drops the upper half of each character, which is 0 in ASCII
  private JsonBuffer putFirst(String text, int ascii) {
    text.getBytes(0, ascii, bytes, length);
    length += ascii;
    return this;
  }

  JsonBuffer put(long number) {
    if (number < 0) {
      return put(Long.toString(number));
    }
    reserve(2 * NUMBER);
    int end = length + 2 * NUMBER;
    int begin = end;
    long rest = number;
    do {
      bytes[--begin] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    System.arraycopy(bytes, begin, bytes, length, end - begin);
    length += end - begin;
    return this;
  }

  /** Puts a text in quotes, with escapes; half a surrogate pair becomes a question mark. */
  JsonBuffer quote(String text) {
    int plain = 0;
    while (plain < text.length() && isPlain(text.charAt(plain))) {
      plain++;
    }
    reserve(text.length() + 1);
    bytes[length++] = '"';
    putFirst(text, plain);
    if (plain < text.length()) {
      putEscaped(text.substring(plain).getBytes(UTF_8));
    }
    return put('"');
  }

  private static boolean isPlain(char c) {
    return c <= LAST_ASCII && !needsEscape(c);
  }

  private static boolean needsEscape(int c) {
    return c < ' ' || c == '"' || c == '\\';
  }

  private void putEscaped(byte[] utf8) {
    reserve(utf8.length);
    for (int i = 0; i < utf8.length; i++) {
      byte next = utf8[i];
      if (next >= 0 && needsEscape(next)) {
        putEscaped((char) next);
        reserve(utf8.length - i);
      } else {
        bytes[length++] = next;
      }
    }
  }

  private void putEscaped(char c) {
    reserve(ESCAPED);
    put('\\');
    switch (c) {
      case '"', '\\' -> put(c);
      case '\b' -> put('b');
      case '\t' -> put('t');
      case '\n' -> put('n');
      case '\f' -> put('f');
      case '\r' -> put('r');
      default -> put("u00").put(HEX.charAt(c >> 4)).put(HEX.charAt(c & 15));
    }
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
