package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import java.util.concurrent.CompletableFuture;

/**
 * The answers to a command that are still to come: the direct one, and the one that settles it,
 * which is the same unless the request waits.
 */
record PendingAnswer(CompletableFuture<Event> direct, CompletableFuture<Event> settled) {
  PendingAnswer() {
    this(new CompletableFuture<>(), new CompletableFuture<>());
  }

  /** Takes an event that carries the command's id. */
  void take(Event event, boolean isDirect) {
    if (isDirect) {
      direct.complete(event);
    }
    if (!(event instanceof Queued)) {
      settled.complete(event);
    }
  }

  /** The command cannot be answered. */
  void fail(Exception failure) {
    direct.completeExceptionally(failure);
    settled.completeExceptionally(failure);
  }
}
