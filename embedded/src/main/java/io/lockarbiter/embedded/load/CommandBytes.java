package io.lockarbiter.embedded.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A command as bytes made once, in which only a number changes from send to send: cheaper than
 * encoding, and no garbage. Not thread-safe.
 */
final class CommandBytes {
  /** Stands in the text where the number goes; always this many digits. */
  static final String NUMBER = "##########";

  private final byte[] bytes;
  private final int[] positions;

  /** Takes a command's JSON with {@link #NUMBER} in it, once or more. */
  CommandBytes(String json) {
    bytes = json.getBytes(StandardCharsets.US_ASCII);
    positions = positions(json);
  }

  private static int[] positions(String json) {
    int[] found = new int[json.length() / NUMBER.length()];
    int count = 0;
    for (int at = json.indexOf(NUMBER); at >= 0; at = json.indexOf(NUMBER, at + 1)) {
      found[count++] = at;
    }
    return Arrays.copyOf(found, count);
  }

  /** The command with a number; the array is the same at every call. */
  byte[] with(long number) {
    for (int position : positions) {
      long rest = number;
      for (int i = NUMBER.length() - 1; i >= 0; i--) {
        bytes[position + i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    return bytes;
  }
}
