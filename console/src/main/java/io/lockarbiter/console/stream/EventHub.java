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
 * The latest events of all partitions, and who follows them. Events of one partition come from one
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
   * A hub that has seen nothing.
   *
   * @param mostEvents kept, of all partitions together
   * @param mostBytes of these
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

  /** Why nothing new comes; null while events are read. */
  public @Nullable String problem() {
    return problem;
  }

  /**
   * Is told whether events are read.
   *
   * @param problem that keeps them from coming; null = none
   */
  public void tellProblem(@Nullable String problem) {
    this.problem = problem;
  }

  /** Has everything told to somebody, before those who follow a stream hear it. */
  public void listen(StreamListener listener) {
    listeners.add(listener);
  }

  /** Takes up the next event of its partition; one that is known is passed over. */
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

  /** Forgets a partition: there may be events that nobody has seen. */
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

  /** Looks at a partition while nothing happens there; must be short. */
  public <T> T look(int partition, Function<EventRing, T> look) {
    EventRing ring = rings.get(partition);
    synchronized (ring) {
      return look.apply(ring);
    }
  }

  /**
   * Follows some partitions.
   *
   * @param after for each, the number of the last event that is known; {@link EventRing#NONE} =
   *     from now on
   * @param wanted which events; called often, must be quick
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

  /** Lets streams begin again, after {@link #close}. */
  public void open() {
    closed = false;
  }

  /** Ends all subscriptions, and those to come. */
  public void close() {
    closed = true;
    subscriptions.forEach(Subscription::reset);
  }
}
