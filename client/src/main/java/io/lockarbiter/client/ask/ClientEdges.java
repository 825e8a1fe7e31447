package io.lockarbiter.client.ask;

import org.jspecify.annotations.Nullable;

/** The edges of a client towards the log. Safe for use by many threads. */
public interface ClientEdges extends AutoCloseable {
  /** The state of the edges; asks no server. */
  State state();

  /**
   * Starts reading the events of one partition; never blocks.
   *
   * @param reading runs once, on any thread, when commands with answers in that partition may be
   *     sent
   */
  void read(int partition, Runnable reading);

  /** Closes the edges; does not fail. */
  @Override
  void close();

  /**
   * The state of the edges; times are those of {@link EventLoop#nanoTime}.
   *
   * @param connectFailure the reason why the last attempt to connect failed; null if none has
   * @param readFailure the reason why the last attempt to read the events failed; null if it
   *     succeeded
   * @param sendFailure the reason why the last completed send failed; null if it succeeded, or was
   *     more than a minute ago
   * @param recordsBehind events not read yet; null if unknown
   * @param caughtUpAt the last time at which the reader had read nearly everything
   * @param brokersAt the last time at which a broker answered the reader; null if none has
   * @param eventAt the last time at which an event was read; null if none was
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
