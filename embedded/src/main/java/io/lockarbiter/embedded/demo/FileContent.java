package io.lockarbiter.embedded.demo;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The content of uploaded files, by which a reader can tell a whole file from a torn one: job
 * number and size, random bytes, a checksum over everything.
 */
final class FileContent {
  private static final int HEADER = Long.BYTES + Integer.BYTES;
  private static final int CHECKSUM = Integer.BYTES;

  /** Smallest size of a file. */
  static final int MIN_BYTES = HEADER + CHECKSUM;

  private FileContent() {}

  /** Returns the content for a job. */
  static byte[] of(UploadJob job) {
    byte[] content = new byte[job.bytes()];
    new SplittableRandom(job.number()).nextBytes(content);
    ByteBuffer buffer = ByteBuffer.wrap(content).putLong(job.number()).putInt(job.bytes());
    buffer.putInt(content.length - CHECKSUM, checksum(content));
    return content;
  }

  /** Returns the number of the job that wrote this content; null if it is not whole. */
  static @Nullable Long jobOf(byte[] content) {
    if (content.length < MIN_BYTES) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(content);
    long number = buffer.getLong();
    boolean whole =
        buffer.getInt() == content.length
            && buffer.getInt(content.length - CHECKSUM) == checksum(content);
    return whole ? number : null;
  }

  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, content.length - CHECKSUM);
    return (int) crc.getValue();
  }
}
