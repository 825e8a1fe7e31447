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
  private static final int OBJECTS = 160;

  /** Returns its approximate size in memory. */
  public int bytes() {
    return OBJECTS + json.length + account.length();
  }
}
