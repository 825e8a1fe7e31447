package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.cli.text.DurationConverter;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time, an offset, or a duration before now, by the clock of this host. */
final class MomentConverter implements ITypeConverter<Moment> {
  private static final DurationConverter DURATIONS = new DurationConverter();

  MomentConverter() {}

  @Override
  public Moment convert(String value) {
    if (value.matches("\\d+[smhd]")) {
      return new Moment(Instant.now().minus(DURATIONS.convert(value)).toEpochMilli(), false);
    }
    try {
      return Moment.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + ", or how long ago, such as 25h or 90m");
    }
  }
}
