package io.lockarbiter.trial.bench.tus;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** Part of a file, sent over a slow line that breaks. */
final class FlappingBody extends InputStream {
  private static final int CHUNK_BYTES = 8 << 10;
  private static final long PAUSE_MS = 40;

  private final byte[] content;
  private final int breaksAt;
  private int position;

  /**
   * The rest of a content.
   *
   * @param breaksAt position at which the line breaks; the content's length = not at all
   */
  FlappingBody(byte[] content, int from, int breaksAt) {
    this.content = content;
    this.position = from;
    this.breaksAt = breaksAt;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (position == content.length) {
      return -1;
    }
    if (position >= breaksAt) {
      throw new IOException("the line breaks, as was wished");
    }
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    int count = Math.min(Math.min(length, CHUNK_BYTES), breaksAt - position);
    System.arraycopy(content, position, bytes, offset, count);
    position += count;
    return count;
  }
}
