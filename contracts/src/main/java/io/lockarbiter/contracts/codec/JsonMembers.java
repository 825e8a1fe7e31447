package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON members in the order of the calls, with commas but without braces and spaces. Names
 * are plain ASCII.
 */
final class JsonMembers {
  private static final String HEX = "0123456789ABCDEF";

  private final StringBuilder out;

  JsonMembers() {
    this(new StringBuilder(256));
  }

  /** Writes into a buffer, which loses its content. */
  JsonMembers(StringBuilder buffer) {
    buffer.setLength(0);
    out = buffer.append('{');
  }

  private StringBuilder name(String name) {
    return next().append('"').append(name).append("\":");
  }

  /** Parts a value from the one before it, if there is one. */
  private StringBuilder next() {
    char last = out.charAt(out.length() - 1);
    return last == '{' || last == '[' ? out : out.append(',');
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
      name(name).append('[');
      values.forEach(value -> quote(next(), value));
      out.append(']');
    }
    return this;
  }

  /** Texts under names that may be any texts, left out if there are none. */
  JsonMembers texts(String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      name(name).append('{');
      values.forEach((key, value) -> quote(quote(next(), key).append(':'), value));
      out.append('}');
    }
    return this;
  }

  /** An object, whose members another writes. */
  <T> JsonMembers object(String name, T value, BiConsumer<JsonMembers, T> members) {
    name(name).append('{');
    members.accept(this, value);
    out.append('}');
    return this;
  }

  /** Objects, whose members another writes, left out if there are none. */
  <T> JsonMembers objects(String name, List<T> values, BiConsumer<JsonMembers, T> members) {
    if (!values.isEmpty()) {
      name(name).append('[');
      for (T value : values) {
        next().append('{');
        members.accept(this, value);
        out.append('}');
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

  private static StringBuilder quote(StringBuilder out, String text) {
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
    return out.append(text, start, text.length()).append('"');
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
