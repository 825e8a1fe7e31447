package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.ask.EventLoop;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Requests of a client that is not connected yet: they wait, for what is sent before the position
 * in the events is known might be answered unseen. Used in the loop's turns only, but for {@link
 * #isOpen}.
 */
final class Opening {
  private final EventLoop loop;
  private final Duration patience;
  private final int most;
  private final Set<Waiting> waiting = new LinkedHashSet<>();
  private volatile boolean open;

  /** Compared by identity. */
  private static final class Waiting {
    private final Runnable start;
    private final Consumer<RuntimeException> refused;

    Waiting(Runnable start, Consumer<RuntimeException> refused) {
      this.start = start;
      this.refused = refused;
    }
  }

  /**
   * Nothing waits.
   *
   * @param patience the longest wait of a request
   * @param most so many may wait
   */
  Opening(EventLoop loop, Duration patience, int most) {
    this.loop = loop;
    this.patience = patience;
    this.most = most;
  }

  boolean isOpen() {
    return open;
  }

  /** Starts a request, as soon as it may be sent. */
  void start(Runnable start, Consumer<RuntimeException> refused) {
    if (open) {
      start.run();
    } else if (waiting.size() >= most) {
      refused.accept(new ClientBusyException(most));
    } else {
      Waiting request = new Waiting(start, refused);
      waiting.add(request);
      loop.executeAt(loop.nanoTime() + patience.toNanos(), () -> giveUp(request));
    }
  }

  private void giveUp(Waiting request) {
    if (waiting.remove(request)) {
      request.refused.accept(
          new ArbiterUnreachableException(
              "the client was not connected within %d ms, so nothing was sent; LockClient.health() says why"
                  .formatted(patience.toMillis())));
    }
  }

  /** What is sent from now on is answered where the client reads. */
  void opened() {
    open = true;
    taken().forEach(request -> request.start.run());
  }

  void refuseAll(RuntimeException why) {
    taken().forEach(request -> request.refused.accept(why));
  }

  private List<Waiting> taken() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }
}
