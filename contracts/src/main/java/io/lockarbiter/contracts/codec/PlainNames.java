package io.lockarbiter.contracts.codec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of fields that commands and events mostly have, so that reading one makes no text. The
 * table never changes, so what is read depends on the bytes alone.
 */
final class PlainNames {
  private static final List<String> OF_EVENTS =
      List.of("seq", "at", "cause", "partition", "offset", "mode", "token", "expiresAt");
  private static final List<String> OF_SOME_EVENTS =
      List.of("waitedMs", "grantedAt", "heldMs", "reason", "message", "repeated", "position");
  private static final int PLACES = 1 << 9;

  private static final @Nullable String[] TABLE = table();

  private PlainNames() {}

  private static @Nullable String[] table() {
    @Nullable String[] table = new String[PLACES];
    Stream.of(AccountCommandReader.ORDER, OF_EVENTS, OF_SOME_EVENTS)
        .flatMap(List::stream)
        .forEach(
            name -> {
              byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
              table[place(bytes, 0, bytes.length)] = name;
            });
    return table;
  }

  private static int place(byte[] bytes, int start, int end) {
    int hash = end - start;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    return (hash ^ hash >>> 9) & PLACES - 1;
  }

  /** The name in a part of the bytes, which are ASCII there. */
  static String of(byte[] bytes, int start, int end) {
    String name = TABLE[place(bytes, start, end)];
    return name != null && equals(name, bytes, start, end)
        ? name
        : new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static boolean equals(String name, byte[] bytes, int start, int end) {
    if (name.length() != end - start) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (name.charAt(i - start) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
