package io.lockarbiter.cli.text;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as the settings of an arbiter have it: a number with its unit, or ISO-8601. */
public final class DurationConverter implements ITypeConverter<Duration> {
  /** For options of picocli. */
  public DurationConverter() {}

  @Override
  public Duration convert(String value) {
    try {
      Duration duration = value.matches("\\d+") ? null : DurationStyle.detectAndParse(value);
      if (duration != null && !duration.isNegative() && duration.toDays() <= MOST_DAYS) {
        return duration;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      // reported below, like a number without its unit
    }
    throw new TypeConversionException(
        "'%s' is not a duration such as 30s, 90m, 36h or 30d".formatted(value));
  }

  /** No check-out is older, and a longer time has too many milliseconds. */
  private static final int MOST_DAYS = 36_500;
}
