package io.lockarbiter.console.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of all partitions, and their subscribers. Events of one partition come from one
 * thread, in order.
 */
public final class EventHub {
  private final List<EventRing> rings;
  private final LongSupplier nanoTime;
  private final List<StreamListener> listeners = new CopyOnWriteArrayList<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private volatile boolean closed;
  private volatile @Nullable String problem;

  /**
   * Creates a hub without events.
   *
   * @param mostEvents most events to keep, of all partitions together
   * @param mostBytes most bytes of these
   * @param nanoTime this machine's monotonic clock
   */
  public EventHub(int partitions, int mostEvents, long mostBytes, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    rings =
        IntStream.range(0, partitions)
            .mapToObj(
                n -> new EventRing(Math.max(1, mostEvents / partitions), mostBytes / partitions))
            .toList();
  }

  /** Number of partitions. */
  public int partitions() {
    return rings.size();
  }

  /** Returns why no new events arrive; null while events are read. */
  public @Nullable String problem() {
    return problem;
  }

  /**
   * Sets whether events are read.
   *
   * @param problem that prevents it; null = none
   */
  public void tellProblem(@Nullable String problem) {
    this.problem = problem;
  }

  /** Adds a listener, which gets each event before the subscribers do. */
  public void listen(StreamListener listener) {
    listeners.add(listener);
  }

  /** Adds the next event of its partition; a known event is ignored. */
  public void publish(StreamedEvent event) {
    EventRing ring = rings.get(event.partition());
    synchronized (ring) {
      EventRing.Place place = ring.append(event, nanoTime.getAsLong());
      if (place == EventRing.Place.KNOWN) {
        return;
      }
      if (place == EventRing.Place.RESTARTED) {
        tellRestarted(event.partition());
      }
      listeners.forEach(listener -> listener.event(event));
      subscriptions.forEach(subscription -> subscription.offer(event));
    }
  }

  /** Forgets the events of a partition, because some may have been missed. */
  public void restart(int partition) {
    EventRing ring = rings.get(partition);
    synchronized (ring) {
      ring.forget();
      tellRestarted(partition);
    }
  }

  private void tellRestarted(int partition) {
    listeners.forEach(listener -> listener.restarted(partition));
    subscriptions.forEach(subscription -> subscription.restarted(partition));
  }

  /** Runs a function on a partition while nothing changes there; it must be short. */
  public <T> T look(int partition, Function<EventRing, T> look) {
    EventRing ring = rings.get(partition);
    synchronized (ring) {
      return look.apply(ring);
    }
  }

  /**
   * Subscribes to some partitions.
   *
   * @param after for each, the number of the last known event; {@link EventRing#NONE} = from now on
   * @param wanted selects events; called often, must be quick
   */
  public Subscription subscribe(Map<Integer, Long> after, Predicate<StreamedEvent> wanted) {
    Subscription subscription = new Subscription(wanted, nanoTime);
    subscriptions.add(subscription);
    after.forEach((partition, seq) -> attach(subscription, partition, seq));
    if (closed) {
      subscription.reset();
    }
    return subscription;
  }

  private void attach(Subscription subscription, int partition, long seq) {
    EventRing ring = rings.get(partition);
    synchronized (ring) {
      if (seq == EventRing.NONE) {
        subscription.begin(partition, ring.last());
        return;
      }
      if (!ring.reaches(seq)) {
        subscription.reset();
        return;
      }
      subscription.begin(partition, seq);
      if (ring.last() != EventRing.NONE && seq > ring.last()) {
        subscription.isAhead(partition);
      }
      new ArrayList<>(ring.after(seq)).forEach(subscription::offer);
    }
  }

  /** Ends a subscription. */
  public void unsubscribe(Subscription subscription) {
    subscriptions.remove(subscription);
  }

  /** Allows subscriptions again, after {@link #close}. */
  public void open() {
    closed = false;
  }

  /** Ends all subscriptions, and refuses new ones. */
  public void close() {
    closed = true;
    subscriptions.forEach(Subscription::reset);
  }
}
