package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.Command;
import java.util.concurrent.CompletableFuture;

/** Appends the arbiter's own commands to the log: ticks and settings. Safe for many threads. */
public interface CommandAppender {
  /**
   * Appends a command without key straight to a partition.
   *
   * @return its offset; fails if it was not appended, or that is unknown
   */
  CompletableFuture<Long> append(int partition, Command command);
}
