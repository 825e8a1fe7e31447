package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.Moment;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time or an offset from the command line. */
final class MomentConverter implements ITypeConverter<Moment> {
  MomentConverter() {}

  @Override
  public Moment convert(String value) {
    try {
      return Moment.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
