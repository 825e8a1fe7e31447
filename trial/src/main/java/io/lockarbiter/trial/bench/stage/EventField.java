package io.lockarbiter.trial.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A field of an event, found without reading the rest as JSON: a bench that shares its cores with
 * what it measures has no time for that. The first of its name counts.
 */
public final class EventField {
  private final String name;
  private final byte[] start;

  /** The field of a name. */
  public EventField(String name) {
    this.name = name;
    this.start = ("\"" + name + "\":").getBytes(UTF_8);
  }

  /** Its value, a number. */
  public long number(byte[] event) {
    long value = 0;
    for (int i = valueOf(event); event[i] >= '0' && event[i] <= '9'; i++) {
      value = value * 10 + event[i] - '0';
    }
    return value;
  }

  /** Its value, a text without escapes. */
  public String word(byte[] event) {
    int begin = valueOf(event) + 1;
    int end = begin;
    while (event[end] != '"') {
      end++;
    }
    return new String(event, begin, end - begin, UTF_8);
  }

  private int valueOf(byte[] event) {
    for (int i = 0; i < event.length - start.length; i++) {
      if (Arrays.equals(event, i, i + start.length, start, 0, start.length)) {
        return i + start.length;
      }
    }
    throw new IllegalArgumentException(
        "an event without %s: %s".formatted(name, new String(event, UTF_8)));
  }
}
