package io.lockarbiter.audit.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.DecodedSize;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record of one partition of either topic, as it was read.
 *
 * @param appendedAt its LogAppendTime, epoch ms
 * @param leaderEpoch −1 if unknown
 * @param headers in their order
 */
public record AuditRecord(
    long offset,
    long appendedAt,
    int leaderEpoch,
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers) {

  private static final int HEADER_BYTES = 160;
  private static final int TEXT = 2;

  /** A header; its value is UTF-8 text. */
  public record Header(String name, String value) {
    private long heapBytes() {
      return HEADER_BYTES + (long) TEXT * (name.length() + value.length());
    }
  }

  /** Returns the bytes that it takes on the heap together with what it is decoded to, at most. */
  long heapBytes() {
    long bytes = key == null ? 0 : key.length;
    bytes += value == null ? 0 : value.length + DecodedSize.of(value);
    for (Header header : headers) {
      bytes += header.heapBytes();
    }
    return bytes;
  }

  /** The key as text, for a report. */
  public String keyText() {
    return key == null ? "null" : new String(key, UTF_8);
  }

  /** The value of the first header of that name; null if there is none. */
  public @Nullable String header(EventHeader name) {
    for (Header header : headers) {
      if (header.name().equals(name.text())) {
        return header.value();
      }
    }
    return null;
  }

  /**
   * Returns the value of an event's header {@code repeatMs}; −1 if it is absent or not a valid
   * number.
   */
  public int repeatMs() {
    String text = header(EventHeader.REPEAT_MS);
    try {
      int ms = text == null ? -1 : Integer.parseInt(text);
      return Integer.toString(ms).equals(text) ? ms : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
