package io.lockarbiter.arbiter.check;

import org.jspecify.annotations.Nullable;

/**
 * The largest record that {@code lock.commands} accepts, and its heap: an empty header takes 2
 * bytes there, and some 160 when Kafka's client has decoded it.
 *
 * @param bytes {@code max.message.bytes} of the topic
 */
public record LargestRecord(long bytes) {
  private static final int HEAP_PER_BYTE = 80;
  private static final long DEFAULT_BYTES = 1_048_588;

  /**
   * The largest record of a topic.
   *
   * @param commands the topic; Kafka's default applies if its settings may not be read
   */
  static LargestRecord of(TopicFacts commands) {
    @Nullable String bytes =
        commands.settings() == null ? null : commands.settings().get(TopicRules.MESSAGE_BYTES);
    return new LargestRecord(bytes == null ? DEFAULT_BYTES : Long.parseLong(bytes));
  }

  /** MB of heap that it takes, at most. */
  long heapMb() {
    return bytes * HEAP_PER_BYTE >> 20;
  }

  /**
   * Says whether half of a heap is too small for one such record in each of so many consumers.
   *
   * @param heap bytes
   */
  public boolean isTooLarge(int consumers, long heap) {
    return bytes * HEAP_PER_BYTE * consumers > heap / 2;
  }
}
