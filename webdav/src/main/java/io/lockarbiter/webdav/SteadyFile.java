package io.lockarbiter.webdav;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A file that another server may replace between a look at its length and the opening of its bytes.
 * An answer must not have the length of one and the bytes of the other. Files are replaced and
 * never overwritten, so bytes that were once opened stay those of one version. Used by one thread.
 */
final class SteadyFile {
  private final Path file;
  private @Nullable Version told;
  private boolean isTold;

  SteadyFile(Path file) {
    this.file = file;
  }

  /**
   * A version of the file.
   *
   * @param key tells files apart; null where the file system has none
   */
  private record Version(@Nullable Object key, long bytes, FileTime at) {}

  private @Nullable Version version() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(now.fileKey(), now.size(), now.lastModifiedTime());
    } catch (IOException e) {
      return null;
    }
  }

  /** To be called before length, time or tag are told. */
  void tell() {
    if (!isTold) {
      told = version();
      isTold = true;
    }
  }

  /**
   * The bytes, if they are those of which length, time or tag were told.
   *
   * @param bytes opened after that; null if there is no such file any more
   * @throws ReplacedException if it was replaced meanwhile
   */
  InputStream checked(@Nullable InputStream bytes) throws IOException {
    if (bytes != null && (!isTold || told != null && told.equals(version()))) {
      return bytes;
    }
    if (bytes != null) {
      bytes.close();
    }
    throw new ReplacedException(file);
  }

  /** A file was replaced while it was about to be read. */
  static final class ReplacedException extends RuntimeException {
    ReplacedException(Path file) {
      super(file + " was replaced while it was about to be read");
    }
  }
}
