package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, each read by its rule; null counts as absent.
 *
 * @param around the fields of the enclosing object; null if this object is the top level
 * @param name the field of the enclosing object that holds this one; empty at the top level
 * @param index this object's place in that field if it is an array; −1 if the field is this object
 */
record Fields(JsonObject json, @Nullable Fields around, String name, int index) {
  /** Words that a message may quote: a misspelt operation, but no payload. */
  private static final Pattern CITABLE = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  static Fields of(JsonObject json) {
    return new Fields(json, null, "", -1);
  }

  boolean has(String name) {
    return json.get(name) != null;
  }

  BadFieldException bad(String name, String problem) {
    return new BadFieldException(root(name), prefix() + name + " " + problem);
  }

  /** The top-level field that contains the given one. */
  private String root(String field) {
    return around == null ? field : around.root(name);
  }

  /** The prefix of a name in messages, such as {@code targets[2].}. */
  private String prefix() {
    if (around == null) {
      return "";
    }
    return around.prefix() + name + (index < 0 ? "." : "[" + index + "].");
  }

  private <T> T as(Class<T> type, String expected, String name) throws BadFieldException {
    Object value = json.get(name);
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw bad(name, value == null ? "is missing" : expected(value, expected));
  }

  static String expected(@Nullable Object value, String expected) {
    String actual;
    if (value == null) {
      actual = "null";
    } else if (value instanceof String) {
      actual = "a string";
    } else if (value instanceof JsonNumber number) {
      actual = number.whole() ? "a number" : "a number with fraction or exponent";
    } else if (value instanceof Boolean) {
      actual = value.toString();
    } else {
      actual = value instanceof JsonObject ? "an object" : "an array";
    }
    return "is " + actual + ", expected " + expected;
  }

  /** A text without lone surrogates. */
  String text(String name) throws BadFieldException {
    String text = as(String.class, "a string", name);
    if (!IdRule.isEncodable(text)) {
      throw bad(name, "has a lone surrogate");
    }
    return text;
  }

  @Nullable String optionalText(String name) throws BadFieldException {
    return has(name) ? text(name) : null;
  }

  /** A text of somebody for somebody else, such as a comment; null if absent. */
  @Nullable String shortText(String name) throws BadFieldException {
    return shortText(name, ForceRelease.MAX_COMMENT_BYTES);
  }

  /** A text likewise that has so many UTF-8 bytes at most. */
  @Nullable String shortText(String name, int mostBytes) throws BadFieldException {
    String text = optionalText(name);
    int bytes = text == null ? 0 : text.getBytes(UTF_8).length;
    if (bytes > mostBytes) {
      throw bad(name, "has %d UTF-8 bytes, at most %d are allowed".formatted(bytes, mostBytes));
    }
    return text;
  }

  String id(String name) throws BadFieldException {
    String id = as(String.class, "a string", name);
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw bad(name, problem);
    }
    return id;
  }

  @Nullable String optionalId(String name) throws BadFieldException {
    return has(name) ? id(name) : null;
  }

  LockPath path(String name) throws BadFieldException {
    String raw = as(String.class, "a string", name);
    try {
      return LockPath.of(raw);
    } catch (BadPathException e) {
      throw bad(name, e.problem());
    }
  }

  /** The path in a field of an event that is about such names. */
  LockPath path(String name, boolean withoutCase) throws BadFieldException {
    LockPath path = path(name);
    try {
      return withoutCase ? path.withoutCase() : path;
    } catch (BadPathException e) {
      throw bad(name, e.problem());
    }
  }

  long whole(String name, long min, long max) throws BadFieldException {
    JsonNumber number = as(JsonNumber.class, "an integer", name);
    if (!number.whole()) {
      throw bad(name, expected(number, "an integer"));
    }
    Long value = number.value();
    if (value == null || value < min || value > max) {
      String allowed = min == max ? ", expected " + min : ", allowed are " + min + " to " + max;
      throw bad(name, "is " + number.shortText() + allowed + (name.endsWith("Ms") ? " ms" : ""));
    }
    return value;
  }

  long whole(String name, long min, long max, long otherwise) throws BadFieldException {
    return has(name) ? whole(name, min, max) : otherwise;
  }

  @Nullable Long optionalWhole(String name, long min, long max) throws BadFieldException {
    return has(name) ? (Long) whole(name, min, max) : null;
  }

  /** The field {@code leaseMs} of a command that has no other lease; the default if absent. */
  long leaseMs() throws BadFieldException {
    return whole(
        "leaseMs", Settings.MIN_LEASE_MS, Settings.MAX_LEASE_MS, Settings.DEFAULT_LEASE_MS);
  }

  /** A boolean; false if absent. */
  boolean flag(String name) throws BadFieldException {
    return has(name) && as(Boolean.class, "true or false", name);
  }

  /**
   * The field {@code existing}: true is {@link LockFields#EXISTING_NOW}, a number the {@code seq}
   * of an event; null if it is absent or false.
   */
  @Nullable Long existing() throws BadFieldException {
    String name = "existing";
    if (!has(name)) {
      return null;
    }
    if (json.get(name) instanceof Boolean now) {
      return now ? LockFields.EXISTING_NOW : null;
    } else if (json.get(name) instanceof JsonNumber) {
      return whole(name, 1, Long.MAX_VALUE);
    }
    throw bad(name, expected(json.get(name), "true, false or an integer"));
  }

  /** The choice with the text in the field; any other text is refused. */
  <T> T choice(String name, List<T> choices, Function<T, String> text) throws BadFieldException {
    String given = as(String.class, "a string", name);
    for (T choice : choices) {
      if (text.apply(choice).equals(given)) {
        return choice;
      }
    }
    String actual = CITABLE.matcher(given).matches() ? given : "something else";
    String allowed = String.join(", ", choices.stream().map(text).toList());
    throw bad(name, "is " + actual + ", expected one of " + allowed);
  }

  /**
   * The choice with the text in the field, or {@code unknown}: events may have words of newer
   * arbiters, commands may not.
   */
  <T> Word<T> word(String name, List<T> choices, Function<T, String> text, T unknown)
      throws BadFieldException {
    String given = text(name);
    for (T choice : choices) {
      if (text.apply(choice).equals(given)) {
        return new Word<>(choice, given);
      }
    }
    return new Word<>(unknown, given);
  }

  /** A word of an event, with its meaning in this version. */
  record Word<T>(T meaning, String text) {}

  Fields object(String name) throws BadFieldException {
    JsonObject object = as(JsonObject.class, "an object", name);
    return new Fields(object, this, name, -1);
  }

  /** The entries of an array; empty if absent. */
  List<?> entries(String name) throws BadFieldException {
    return has(name) ? as(List.class, "an array", name) : List.of();
  }

  /** Texts without lone surrogates; none if absent. */
  List<String> texts(String name) throws BadFieldException {
    List<String> texts = new ArrayList<>();
    for (Object entry : entries(name)) {
      if (!(entry instanceof String text)) {
        throw badEntry(name, texts.size(), expected(entry, "a string"));
      }
      if (!IdRule.isEncodable(text)) {
        throw badEntry(name, texts.size(), "has a lone surrogate");
      }
      texts.add(text);
    }
    return List.copyOf(texts);
  }

  /** Reads one of the {@link #entries}, which must be an object. */
  Fields entry(String name, int index, @Nullable Object entry) throws BadFieldException {
    if (entry instanceof JsonObject object) {
      return new Fields(object, this, name, index);
    }
    throw badEntry(name, index, expected(entry, "an object"));
  }

  BadFieldException badEntry(String name, int index, String problem) {
    return new BadFieldException(root(name), prefix() + name + "[" + index + "] " + problem);
  }
}
