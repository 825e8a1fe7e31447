package io.lockarbiter.tus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the data of a client into pieces. The last one ends where its connection broke; a piece that
 * has begun ends early when another request asks for the upload's lock.
 */
final class PieceReader {
  private final InputStream input;
  private final byte[] buffer;
  private final ArbiterUploadLock lock;
  private @Nullable IOException broken;

  PieceReader(InputStream input, int pieceBytes, ArbiterUploadLock lock) {
    this.input = input;
    this.lock = lock;
    this.buffer = new byte[pieceBytes];
  }

  /** The next piece; empty at the end. */
  byte[] next() {
    int length = 0;
    while (broken == null && length < buffer.length && !(length > 0 && lock.isAsked())) {
      try {
        int more = input.read(buffer, length, buffer.length - length);
        if (more < 0) {
          break;
        }
        length += more;
        lock.livesOn();
      } catch (IOException e) {
        broken = e;
      }
    }
    return Arrays.copyOf(buffer, length);
  }

  /** Throws if the data ended because the connection broke. */
  void throwIfBroken() throws IOException {
    if (broken != null) {
      throw broken;
    }
  }
}
