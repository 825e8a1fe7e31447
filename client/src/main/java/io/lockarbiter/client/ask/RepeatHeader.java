package io.lockarbiter.client.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the header {@code repeatMs} of every event for how long its partition remembers ended
 * ids, and passes changes on. Used by one thread.
 */
public final class RepeatHeader {
  private final Map<Integer, byte @Nullable []> last = new HashMap<>();

  /** Reads the header of the partition's next event; null = the header is absent. */
  public void see(int partition, byte @Nullable [] value, EventSink sink) {
    if (!Arrays.equals(last.get(partition), value)) {
      last.put(partition, value);
      sink.repeatWindow(partition, window(value));
    }
  }

  /** The window in the header; an event without it guarantees nothing. */
  private static Duration window(byte @Nullable [] value) {
    try {
      int ms = value == null ? 0 : Integer.parseInt(new String(value, UTF_8));
      return Duration.ofMillis(Math.max(0, ms));
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }
}
