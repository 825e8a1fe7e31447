package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The names of fields, one text for each: few names make most of what is read. */
final class FieldName {
  /** By hash; of two with one hash the later is found, the other made anew each time. */
  private static final String[] KNOWN = new String[256];

  static {
    Stream.of(
            "v type commandId account subAccount session lockId operation path destination targets",
            "mode holding leaseMs waitMs replyTo attributes gone comment seq at cause partition",
            "offset token expiresAt waitedMs repeated position deadline requestedAt blockedBy",
            "moreBlockers relation waiting grantedAt reason heldMs by message field retryAfterMs",
            "expectedPartition cycle limit")
        .flatMap(line -> Stream.of(line.split(" ", -1)))
        .forEach(
            name -> {
              byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
              KNOWN[hash(bytes, 0, bytes.length)] = name;
            });
  }

  private FieldName() {}

  /** The name that stands there, in ASCII. */
  static String of(byte[] in, int start, int end) {
    String known = end == start ? null : KNOWN[hash(in, start, end)];
    return known != null && isAt(known, in, start, end)
        ? known
        : new String(in, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static int hash(byte[] in, int start, int end) {
    return (31 * (end - start) + 7 * in[start] + 3 * in[end - 1] + in[(start + end) / 2]) & 255;
  }

  private static boolean isAt(String name, byte[] in, int start, int end) {
    if (name.length() != end - start) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != in[start + i]) {
        return false;
      }
    }
    return true;
  }
}
