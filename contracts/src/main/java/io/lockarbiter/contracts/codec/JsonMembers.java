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
  private final JsonBuffer out;

  JsonMembers() {
    this(new JsonBuffer());
  }

  /** Writes into a buffer, which loses its content. */
  JsonMembers(JsonBuffer buffer) {
    buffer.clear();
    out = buffer.put('{');
  }

  private JsonBuffer name(String name) {
    return next().put('"').put(name).put('"').put(':');
  }

  /** Parts a value from the one before it, if there is one. */
  private JsonBuffer next() {
    byte last = out.last();
    return last == '{' || last == '[' ? out : out.put(',');
  }

  JsonMembers text(String name, String value) {
    name(name).quote(value);
    return this;
  }

  /** A value that needs no escapes. */
  JsonMembers constant(String name, String value) {
    name(name).put('"').put(value).put('"');
    return this;
  }

  JsonMembers optionalText(String name, @Nullable Object value) {
    return value == null ? this : text(name, value.toString());
  }

  JsonMembers number(String name, long value) {
    name(name).put(value);
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
    name(name).put(value);
    return this;
  }

  /** Texts, left out if there are none. */
  JsonMembers texts(String name, List<String> values) {
    if (!values.isEmpty()) {
      name(name).put('[');
      for (String value : values) {
        next().quote(value);
      }
      out.put(']');
    }
    return this;
  }

  /** Texts under names that may be any texts, left out if there are none. */
  JsonMembers texts(String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      name(name).put('{');
      values.forEach((key, value) -> next().quote(key).put(':').quote(value));
      out.put('}');
    }
    return this;
  }

  /** An object, whose members another writes. */
  <T> JsonMembers object(String name, T value, BiConsumer<JsonMembers, T> members) {
    name(name).put('{');
    members.accept(this, value);
    out.put('}');
    return this;
  }

  /** Objects, whose members another writes, left out if there are none. */
  <T> JsonMembers objects(String name, List<T> values, BiConsumer<JsonMembers, T> members) {
    if (!values.isEmpty()) {
      name(name).put('[');
      for (T value : values) {
        next().put('{');
        members.accept(this, value);
        out.put('}');
      }
      out.put(']');
    }
    return this;
  }

  /** The members as an object. */
  byte[] toObject() {
    return out.put('}').toBytes(0);
  }

  /** The members without braces. */
  @Override
  public String toString() {
    return new String(out.toBytes(1), StandardCharsets.UTF_8);
  }
}
