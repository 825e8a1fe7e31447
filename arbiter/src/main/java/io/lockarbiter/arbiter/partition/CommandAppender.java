package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.Command;
import java.util.concurrent.CompletableFuture;

/** Appends the arbiter's own commands to the log: ticks and settings. Safe for many threads. */
public interface CommandAppender {
  /**
   * Appends a command straight to a partition, without key.
   *
   * @return its offset; fails if it was not appended, or nobody knows
   */
  CompletableFuture<Long> append(int partition, Command command);
}
