package io.lockarbiter.console.api;

import java.util.HashMap;
import java.util.Map;

/** How many may follow the stream at a time, in all and of one reader. */
public final class StreamLimit {
  private final int streams;
  private final int perReader;
  private final Map<String, Integer> following = new HashMap<>();
  private int inAll;

  /**
   * A limit.
   *
   * @param streams in all
   * @param perReader of one who is logged in, or of one address
   */
  public StreamLimit(int streams, int perReader) {
    this.streams = streams;
    this.perReader = perReader;
  }

  /** How many may follow in all. */
  public int streams() {
    return streams;
  }

  /**
   * Takes a place; {@link #release} gives it back.
   *
   * @throws Refused if there is none
   */
  synchronized void acquire(String reader) {
    if (following.getOrDefault(reader, 0) >= perReader) {
      throw Refused.tooMany(
          "you follow the stream %d times already; see lockarbiter.console.streams-per-reader. Close some pages"
              .formatted(perReader));
    }
    if (inAll >= streams) {
      throw Refused.later(
          "%d readers follow the stream already; see lockarbiter.console.streams"
              .formatted(streams));
    }
    inAll++;
    following.merge(reader, 1, Integer::sum);
  }

  synchronized void release(String reader) {
    inAll--;
    following.computeIfPresent(reader, (name, held) -> held == 1 ? null : held - 1);
  }
}
