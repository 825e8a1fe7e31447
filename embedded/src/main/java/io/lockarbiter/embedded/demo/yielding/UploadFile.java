package io.lockarbiter.embedded.demo.yielding;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * One file that is uploaded in pieces: its present place, and the bytes so far. Used by one thread
 * at a time.
 */
final class UploadFile {
  private final byte[] content;
  private final Path checkpoint;
  private Path place;
  private int length;

  /** Begins with an empty file. */
  UploadFile(Path directory, int number, int bytes) {
    content = new byte[bytes];
    new SplittableRandom(number).nextBytes(content);
    checkpoint = directory.resolve(".checkpoints").resolve("f" + number);
    place = checkpoint;
  }

  /** Moves the kept bytes to another folder to go on there; returns their number. */
  int goOnAt(Path file) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    if (Files.exists(checkpoint)) {
      Files.move(checkpoint, file, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.deleteIfExists(file);
      Files.createFile(file);
    }
    place = file;
    return length;
  }

  /** Appends the next piece; returns its length. */
  int append(int bytes) throws IOException {
    int count = Math.min(bytes, content.length - length);
    try (FileChannel out = FileChannel.open(place, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(content, length, count), length);
    }
    length += count;
    return count;
  }

  /**
   * Moves the file out of its folder, cut to that length; the rest has to be sent again. Returns
   * the length.
   */
  int keep(int bytes) throws IOException {
    try (FileChannel out = FileChannel.open(place, StandardOpenOption.WRITE)) {
      out.truncate(bytes);
    }
    Files.createDirectories(Objects.requireNonNull(checkpoint.getParent()));
    Files.move(place, checkpoint, StandardCopyOption.REPLACE_EXISTING);
    length = bytes;
    return length;
  }

  int length() {
    return length;
  }

  boolean isComplete() {
    return length == content.length;
  }

  /** Says whether the file is complete. */
  boolean isWhole() throws IOException {
    return Arrays.equals(Files.readAllBytes(place), content);
  }
}
