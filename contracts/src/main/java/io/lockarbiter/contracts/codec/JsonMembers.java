package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON members in the order of the calls, with commas but without braces and spaces. Names
 * are plain ASCII.
 */
final class JsonMembers {
  private static final String HEX = "0123456789ABCDEF";

  private final StringBuilder out;

  JsonMembers() {
    this(256);
  }

  JsonMembers(int capacity) {
    out = new StringBuilder(capacity).append('{');
  }

  private StringBuilder name(String name) {
    if (out.length() > 1) {
      out.append(',');
    }
    return out.append('"').append(name).append("\":");
  }

  JsonMembers text(String name, String value) {
    quote(name(name), value);
    return this;
  }

  /** A value that needs no escapes. */
  JsonMembers constant(String name, String value) {
    name(name).append('"').append(value).append('"');
    return this;
  }

  JsonMembers optionalText(String name, @Nullable Object value) {
    return value == null ? this : text(name, value.toString());
  }

  JsonMembers number(String name, long value) {
    name(name).append(value);
    return this;
  }

  JsonMembers optionalNumber(String name, @Nullable Number value) {
    return value == null ? this : number(name, value.longValue());
  }

  /** A boolean, left out if false. */
  JsonMembers claim(String name, boolean value) {
    return value ? json(name, "true") : this;
  }

  JsonMembers json(String name, String value) {
    name(name).append(value);
    return this;
  }

  /** Texts, left out if there are none. */
  JsonMembers texts(String name, List<String> values) {
    if (!values.isEmpty()) {
      name(name);
      char separator = '[';
      for (String value : values) {
        quote(out.append(separator), value);
        separator = ',';
      }
      out.append(']');
    }
    return this;
  }

  /** Objects, each given by its members, left out if there are none. */
  JsonMembers objects(String name, List<String> values) {
    if (!values.isEmpty()) {
      name(name);
      char separator = '[';
      for (String value : values) {
        out.append(separator).append('{').append(value).append('}');
        separator = ',';
      }
      out.append(']');
    }
    return this;
  }

  /** The members as an object. */
  byte[] toObject() {
    return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The members without braces. */
  @Override
  public String toString() {
    return out.substring(1);
  }

  static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    quote(out, text);
    return out.toString();
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(text, start, i);
        escape(out, c);
        start = i + 1;
      }
    }
    out.append(text, start, text.length()).append('"');
  }

  private static void escape(StringBuilder out, char c) {
    out.append('\\');
    switch (c) {
      case '"', '\\' -> out.append(c);
      case '\b' -> out.append('b');
      case '\t' -> out.append('t');
      case '\n' -> out.append('n');
      case '\f' -> out.append('f');
      case '\r' -> out.append('r');
      default -> out.append("u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
    }
  }
}
