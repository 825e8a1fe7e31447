package io.lockarbiter.embedded.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A command as bytes that are made once; from send to send only a number in them changes. That is
 * cheaper than encoding, and makes no garbage. Not thread-safe.
 */
final class CommandBytes {
  /** Placeholder of the number in the text, with its number of digits. */
  static final String NUMBER = "##########";

  private final byte[] bytes;
  private final int[] positions;

  /** Creates it from a command's JSON that contains {@link #NUMBER} once or more. */
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

  /** Returns the command with a number; the array is the same at every call. */
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
