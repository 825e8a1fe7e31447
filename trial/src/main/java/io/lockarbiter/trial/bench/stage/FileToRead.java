package io.lockarbiter.trial.bench.stage;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that is there, known before a measurement begins. */
final class FileToRead implements ITypeConverter<Path> {
  @Override
  public Path convert(String value) {
    Path file = Path.of(value);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new TypeConversionException("'" + value + "' is no file that can be read");
    }
    return file;
  }
}
