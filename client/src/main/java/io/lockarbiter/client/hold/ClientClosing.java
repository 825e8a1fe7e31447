package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes a client. Used in the loop's turns only, except where a method says otherwise. */
final class ClientClosing {
  private final ClientContext context;
  private final Sessions sessions;
  private final Leases leases;
  private final Tickets tickets;
  private final Opening opening;
  private final ClientEdges edges;
  private final AtomicBoolean asked = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile boolean begun;

  ClientClosing(
      ClientContext context,
      Sessions sessions,
      Leases leases,
      Tickets tickets,
      Opening opening,
      ClientEdges edges) {
    this.context = context;
    this.sessions = sessions;
    this.leases = leases;
    this.tickets = tickets;
    this.opening = opening;
    this.edges = edges;
  }

  /** Says whether closing has begun, so that new requests are refused. Safe for every thread. */
  boolean hasBegun() {
    return begun;
  }

  static IllegalStateException refusal() {
    return new IllegalStateException("the lock client is closed");
  }

  /** Waits until the client is closed; for every thread. */
  void close() {
    if (asked.compareAndSet(false, true)) {
      context.loop().execute(this::begin);
      closed.join();
      edges.close();
    } else {
      closed.join();
    }
  }

  private void begin() {
    begun = true;
    tickets.close();
    context.warnings().closing();
    opening.refuseAll(refusal());
    EventLoop loop = context.loop();
    context.commands().giveUp(command -> !isRelease(command), "the client was closed.");
    sessions.close();
    if (context.options().closing() == Closing.RELEASE) {
      leases.releaseAll();
    } else {
      leases.abandonAll();
    }
    loop.execute(() -> context.commands().whenIdle(this::end));
    loop.executeAt(loop.nanoTime() + context.options().closeTimeout().toNanos(), this::end);
  }

  private static boolean isRelease(AccountCommand command) {
    return command instanceof Release || command instanceof ReleaseAll;
  }

  private void end() {
    if (!closed.isDone()) {
      leases.close();
      context.warnings().closed(context.commands().count());
      context.commands().giveUp(command -> true, "the client was closed");
      closed.complete(null);
    }
  }
}
