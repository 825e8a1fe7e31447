package io.lockarbiter.trial.bench.stage;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that can be written, known before a measurement begins: its figures would be lost. */
public final class FileToWrite implements ITypeConverter<Path> {
  @Override
  public Path convert(String value) {
    Path file = Path.of(value);
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new TypeConversionException("'" + value + "' is a folder");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new TypeConversionException(
          "'%s' cannot be written; is there a folder '%s'?".formatted(value, folder));
    }
    return file;
  }
}
