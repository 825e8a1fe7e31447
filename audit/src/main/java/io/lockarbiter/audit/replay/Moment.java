package io.lockarbiter.audit.replay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * A place in the history: a log time, or an offset of {@code lock.commands}.
 *
 * @param value epoch ms, or the offset
 */
public record Moment(long value, boolean isOffset) {
  /** Before every command. */
  public static final Moment BEGINNING = new Moment(Long.MIN_VALUE, false);

  /** After every command. */
  public static final Moment END = new Moment(Long.MAX_VALUE, false);

  /** Numbers below this are offsets, the others times: 1973 precedes any log. */
  private static final long FIRST_TIME = 100_000_000_000L;

  /**
   * Reads a time in ISO-8601 ({@code 2026-11-20T10:15:30Z}), in epoch ms, or an offset.
   *
   * @throws IllegalArgumentException if it is none of these; the message can be shown to a user
   */
  public static Moment of(String text) {
    if (text.matches("\\d{1,18}")) {
      long number = Long.parseLong(text);
      return new Moment(number, number < FIRST_TIME);
    }
    try {
      return new Moment(
          text.endsWith("Z")
              ? Instant.parse(text).toEpochMilli()
              : OffsetDateTime.parse(text).toInstant().toEpochMilli(),
          false);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'%s' is no time, expected ISO-8601 such as 2026-11-20T10:15:30Z, or epoch ms, or an offset"
              .formatted(text),
          e);
    }
  }

  /** Says whether the command lies at or after this moment. */
  public boolean isReachedBy(ReplayStep step) {
    return isReachedBy(step.command().offset(), step.at());
  }

  /** Says whether the command lies after this moment. */
  public boolean isPassedBy(ReplayStep step) {
    return isPassedBy(step.command().offset(), step.at());
  }

  /** Says whether an offset, at a log time, lies after this moment. */
  public boolean isPassedBy(long offset, long at) {
    return (isOffset ? offset : at) > value;
  }

  /** Says whether an offset, at a log time, lies at or after this moment. */
  public boolean isReachedBy(long offset, long at) {
    return (isOffset ? offset : at) >= value;
  }

  @Override
  public String toString() {
    if (equals(BEGINNING)) {
      return "the beginning";
    } else if (equals(END)) {
      return "the end";
    }
    return isOffset ? "offset " + value : Instant.ofEpochMilli(value).toString();
  }
}
