package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Creates and deletes directories of embedded servers and demos. */
public final class Directories {
  private Directories() {}

  /** Returns the given directory, created if missing, or a new temporary one. */
  static Path given(@Nullable Path directory, String temporaryPrefix) {
    try {
      return directory != null
          ? Files.createDirectories(directory)
          : Files.createTempDirectory(temporaryPrefix);
    } catch (IOException e) {
      throw new EmbeddedStartException(
          "cannot make a directory for an embedded server: directory=%s, cause: %s. Fix: choose one that can be written (java.io.tmpdir=%s)"
              .formatted(
                  directory == null ? "temporary" : directory,
                  e,
                  System.getProperty("java.io.tmpdir")),
          e);
    }
  }

  /** Deletes a directory and everything below it; a missing one is no error. */
  public static void delete(Path directory) {
    try {
      Files.walkFileTree(directory, new Deleter());
    } catch (NoSuchFileException e) {
      // gone already
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete directory=" + directory, e);
    }
  }

  private static final class Deleter extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
