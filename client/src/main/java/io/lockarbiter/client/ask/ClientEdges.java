package io.lockarbiter.client.ask;

import org.jspecify.annotations.Nullable;

/** The edges of a client towards the log. Safe for use by many threads. */
public interface ClientEdges extends AutoCloseable {
  /** How they stand; asks nobody. */
  State state();

  /**
   * Has one partition's events read from now on; never blocks.
   *
   * @param reading runs once, on any thread: commands whose answers stand in it may be sent
   */
  void read(int partition, Runnable reading);

  /** Ends them; does not fail. */
  @Override
  void close();

  /**
   * How the edges stand; times are those of {@link EventLoop#nanoTime}.
   *
   * @param connectFailure why the last attempt to connect failed; null if none has
   * @param readFailure why the events were not read at the last attempt; null if they were
   * @param sendFailure why the command that was last through failed; null if it was appended, or
   *     that was more than a minute ago
   * @param recordsBehind events not read yet; null if unknown
   * @param caughtUpAt when it last had read nearly everything
   * @param brokersAt when a broker last answered the reader; null if none has
   * @param eventAt when an event was last read; null if none was
   */
  record State(
      @Nullable String connectFailure,
      @Nullable String readFailure,
      @Nullable String sendFailure,
      @Nullable Long recordsBehind,
      long caughtUpAt,
      @Nullable Long brokersAt,
      @Nullable Long eventAt) {}
}
