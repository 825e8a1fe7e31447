package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.contracts.codec.AccountHash;
import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds requests back until the client would see their answers: until it is connected, and reads
 * the events of their account's partition. The first request of a partition starts its reading.
 * Used in the loop's turns only, except for {@link #isOpen}.
 */
final class Opening {
  private final EventLoop loop;
  private final ClientEdges edges;
  private final Duration patience;
  private final int most;
  private final Set<Waiting> waiting = new LinkedHashSet<>();
  private final BitSet asked = new BitSet();
  private final BitSet read = new BitSet();
  private int partitions;
  private volatile boolean open;

  /** Compared by identity. */
  private static final class Waiting {
    private final String account;
    private final Runnable start;
    private final Consumer<RuntimeException> refused;

    Waiting(String account, Runnable start, Consumer<RuntimeException> refused) {
      this.account = account;
      this.start = start;
      this.refused = refused;
    }
  }

  /**
   * An opening without requests.
   *
   * @param patience the longest wait of a request
   * @param most the most requests that may wait
   */
  Opening(EventLoop loop, ClientEdges edges, Duration patience, int most) {
    this.loop = loop;
    this.edges = edges;
    this.patience = patience;
    this.most = most;
  }

  boolean isOpen() {
    return open;
  }

  /** Starts a request, as soon as the client would see its answer. */
  void start(String account, Runnable start, Consumer<RuntimeException> refused) {
    if (isRead(account)) {
      start.run();
    } else if (waiting.size() >= most) {
      refused.accept(new ClientBusyException(most));
    } else {
      Waiting request = new Waiting(account, start, refused);
      waiting.add(request);
      loop.executeAt(loop.nanoTime() + patience.toNanos(), () -> giveUp(request));
      readFor(request);
    }
  }

  private boolean isRead(String account) {
    return partitions > 0 && read.get(AccountHash.partition(account, partitions));
  }

  private void readFor(Waiting request) {
    if (partitions == 0) {
      return;
    }
    int partition = AccountHash.partition(request.account, partitions);
    if (!asked.get(partition)) {
      asked.set(partition);
      edges.read(partition, () -> loop.execute(() -> reads(partition)));
    }
  }

  private void reads(int partition) {
    read.set(partition);
    taken(request -> isRead(request.account)).forEach(request -> request.start.run());
  }

  private void giveUp(Waiting request) {
    if (waiting.remove(request)) {
      request.refused.accept(
          new ArbiterUnreachableException(
              "the client %s within %d ms, so nothing was sent; LockClient.health() says why"
                  .formatted(
                      open ? "could not read the account's events" : "was not connected",
                      patience.toMillis())));
    }
  }

  /** Notes the connection; for every thread, before the turn of {@link #opened}. */
  void connected() {
    open = true;
  }

  /** Notes that the events of this number of partitions can be read from now on. */
  void opened(int number) {
    partitions = number;
    List.copyOf(waiting).forEach(this::readFor);
  }

  void refuseAll(RuntimeException why) {
    taken(request -> true).forEach(request -> request.refused.accept(why));
  }

  private List<Waiting> taken(Predicate<Waiting> which) {
    List<Waiting> taken = waiting.stream().filter(which).toList();
    taken.forEach(waiting::remove);
    return taken;
  }
}
