package io.lockarbiter.console.stream;

import org.jspecify.annotations.Nullable;

/**
 * A decision as it was read from {@code lock.events}.
 *
 * @param at log time, epoch ms
 * @param type as on the wire; may be one that this version does not know
 * @param lockId null if it is about no lock
 * @param json the record's value, UTF-8
 */
public record StreamedEvent(
    int partition,
    long offset,
    long seq,
    long at,
    String account,
    String type,
    @Nullable String lockId,
    byte[] json) {
  /** The object, the heads of its texts and of its array, and its place in a queue. */
  private static final int OBJECTS = 256;

  /** Returns its size on the heap, or a little more. */
  public int bytes() {
    return OBJECTS + json.length + bytes(account) + bytes(type) + bytes(lockId);
  }

  private static int bytes(@Nullable String text) {
    return text == null ? 0 : 2 * text.length();
  }
}
