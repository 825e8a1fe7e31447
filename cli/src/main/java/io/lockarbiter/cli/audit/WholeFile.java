package io.lockarbiter.cli.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that another program reads at any time: it has the old text or the new one, whole. */
final class WholeFile {
  private WholeFile() {}

  /**
   * Replaces the text of a file in one step.
   *
   * @throws UncheckedIOException if it cannot be written; it has its old text then
   */
  static void write(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written; it has what it had before", e);
    }
  }
}
