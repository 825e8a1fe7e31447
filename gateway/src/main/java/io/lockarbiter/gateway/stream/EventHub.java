package io.lockarbiter.gateway.stream;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.ReadEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of all partitions, as many as fit, and the streams that pass them on. Safe for
 * use by many threads; none of them waits for a reader.
 */
public final class EventHub implements ReadEvents {
  /** Times of what a stream may hold: what a reader has missed is kept here anyway. */
  private static final long MISSED = 16;

  private static final String STOPS = "this gateway stops; ask another one";

  private record Member(String account, @Nullable String member) {}

  private final StreamBounds bounds;
  private final Function<StreamedEvent, byte[]> writer;
  private final LongSupplier nanoTime;
  private final StreamCounts counts = new StreamCounts();
  private final Map<Integer, EventRing> rings = new HashMap<>();
  private final Deque<StreamedEvent> kept = new ArrayDeque<>();
  private final Set<EventStream> streams = new LinkedHashSet<>();
  private final Map<Member, Set<EventStream>> ofMembers = new HashMap<>();
  private final Map<String, SubjectStreams> ofSubjects = new HashMap<>();
  private final Map<EventStream, Integer> ahead = new HashMap<>();
  private int partitions = 1;
  private long keptBytes;
  private boolean closed;

  /**
   * A hub without events.
   *
   * @param writer makes the text of an event
   * @param nanoTime this machine's monotonic clock
   */
  public EventHub(
      StreamBounds bounds, Function<StreamedEvent, byte[]> writer, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.writer = writer;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void begin(int partition, int number, long offset) {
    partitions = number;
    rings.put(partition, new EventRing(new Position(partition, offset - 1, 0)));
  }

  @Override
  public synchronized void see(
      int partition, long offset, byte[] value, Event event, @Nullable LiveLock now) {
    EventRing ring = ring(partition);
    Position before = ring.last();
    StreamedEvent seen =
        new StreamedEvent(
            new Position(partition, offset, event.head().at()), value, event, now, writer);
    ring.add(seen);
    kept.addLast(seen);
    keptBytes += seen.bytes();
    while (keptBytes > bounds.keptBytes() && kept.size() > 1) {
      StreamedEvent first = kept.removeFirst();
      keptBytes -= first.bytes();
      ring(first.position().partition()).dropFirst();
    }
    ahead
        .entrySet()
        .removeIf(each -> each.getValue() == partition && each.getKey().reaches(seen, before));
    Owner owner = seen.owner();
    // A record in a wrong partition is refused there; it is of no lock.
    if (owner != null && partitionOf(seen.account()) == partition) {
      Set<SubjectStreams> tooFull = new LinkedHashSet<>(0);
      offer(seen, ofMembers.get(new Member(seen.account(), owner.subAccount())), tooFull);
      offer(seen, ofMembers.get(new Member(seen.account(), null)), tooFull);
      tooFull.forEach(each -> each.endFullest(this::last));
    }
  }

  private static void offer(
      StreamedEvent event, @Nullable Set<EventStream> readers, Set<SubjectStreams> tooFull) {
    if (readers != null) {
      for (EventStream reader : readers) {
        if (reader.offer(event)) {
          tooFull.add(reader.subject());
        }
      }
    }
  }

  private Position last(EventStream stream) {
    return ring(partitionOf(stream.wish().account())).last();
  }

  @Override
  public synchronized void readUpTo(int partition, long nanos) {
    ring(partition).readUpTo(nanos);
  }

  @Override
  public synchronized void restart() {
    rings.clear();
    kept.clear();
    keptBytes = 0;
    streams.forEach(stream -> stream.end("this gateway reads the events anew; ask again"));
  }

  /** The position after the latest event of an account's partition: an id for whoever lists. */
  public synchronized String position(String account) {
    return ring(partitionOf(account)).last().toString();
  }

  /**
   * Opens a stream.
   *
   * @param lastEventId the id after which it begins; null = from now on. It begins with a reset if
   *     what came after that is not known any more
   * @throws BusyException if there are as many streams as allowed, or the gateway stops
   */
  public synchronized EventStream open(StreamWish wish, @Nullable String lastEventId) {
    SubjectStreams known = ofSubjects.get(wish.subject());
    SubjectStreams subject = known == null ? new SubjectStreams(bounds, counts) : known;
    String problem = closed ? STOPS : subject.problem(wish, streams.size());
    if (problem != null) {
      counts.refused.increment();
      throw new BusyException(problem);
    }
    EventStream stream =
        new EventStream(wish, bounds, counts, subject, this::readOn, nanoTime.getAsLong());
    begin(stream, lastEventId);
    streams.add(stream);
    subject.add(stream);
    ofSubjects.put(wish.subject(), subject);
    ofMembers.computeIfAbsent(member(wish), each -> new LinkedHashSet<>()).add(stream);
    endIfGone(stream);
    if (wish.isOver(nanoTime.getAsLong())) {
      stream.end(StreamWish.OVER);
    }
    return stream;
  }

  private synchronized void readOn(EventStream stream) {
    ring(partitionOf(stream.wish().account())).readOn(stream);
  }

  private static void endIfGone(EventStream stream) {
    String reason = stream.wish().standing().ended();
    if (reason != null) {
      stream.end(reason);
    }
  }

  private void begin(EventStream stream, @Nullable String lastEventId) {
    int partition = partitionOf(stream.wish().account());
    EventRing ring = ring(partition);
    Position last = ring.last();
    Position from = lastEventId == null ? last : Position.of(lastEventId);
    if (from != null && from.partition() == partition && from.offset() > last.offset()) {
      stream.beginAhead(from);
      ahead.put(stream, partition);
      return;
    }
    if (from == null || from.partition() != partition || !ring.knows(from)) {
      boolean isOld = from != null && from.partition() == partition && ring.isBefore(from);
      stream.beginWithReset(isOld ? ResetReason.TOO_OLD : ResetReason.UNKNOWN_POSITION, last);
      return;
    }
    long room = Math.min(bounds.keptBytes() - counts.unsentBytes.get(), stream.subject().room());
    List<StreamedEvent> missed =
        ring.after(
            from,
            stream.wish().rememberingMembers()::wants,
            Math.max(0, Math.min(MISSED * bounds.streamBytes(), room)));
    if (missed == null) {
      stream.beginWithReset(ResetReason.TOO_MUCH, last);
    } else {
      stream.begin(from, missed);
      ring.beat(stream, nanoTime.getAsLong());
    }
  }

  /** Forgets a stream that nobody reads any more. */
  public synchronized void leave(EventStream stream) {
    if (!streams.remove(stream)) {
      return;
    }
    stream.close();
    ahead.remove(stream);
    SubjectStreams subject = stream.subject();
    subject.remove(stream);
    if (subject.size() == 0) {
      ofSubjects.remove(stream.wish().subject());
    }
    ofMembers.computeIfPresent(
        member(stream.wish()),
        (key, all) -> {
          all.remove(stream);
          return all.isEmpty() ? null : all;
        });
  }

  private static Member member(StreamWish wish) {
    return new Member(wish.account(), wish.member());
  }

  /**
   * Tells readers where they are while that is the end of the log, and ends the streams of those
   * who may not read any more, or would wait here in vain; to be called every second.
   *
   * @param rightsChanged whether keys or rules have changed since
   */
  public void tick(boolean rightsChanged) {
    List<EventStream> stuck = new ArrayList<>();
    synchronized (this) {
      long now = nanoTime.getAsLong();
      for (EventStream stream : streams) {
        if (rightsChanged) {
          endIfGone(stream);
        }
        ring(partitionOf(stream.wish().account())).tick(stream, now);
        if (stream.isStuck(now)) {
          stuck.add(stream);
        }
      }
      stuck.forEach(this::leave);
    }
    stuck.forEach(EventStream::cutOff);
  }

  /** Ends all streams in order, and opens no more. */
  public synchronized void close() {
    closed = true;
    streams.forEach(stream -> stream.end(STOPS));
  }

  private int partitionOf(String account) {
    return AccountHash.partition(account, partitions);
  }

  private EventRing ring(int partition) {
    return rings.computeIfAbsent(partition, each -> new EventRing(new Position(partition, -1, 0)));
  }

  /** The wishes of the streams that are open. */
  public synchronized List<StreamWish> wishes() {
    return streams.stream().map(EventStream::wish).toList();
  }

  /** The clock by which streams end, ns. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Open streams. */
  public synchronized int streams() {
    return streams.size();
  }

  /** Heap bytes of the latest events, at most. */
  public synchronized long keptBytes() {
    return keptBytes;
  }

  /** Heap bytes of what streams have not sent, at most. */
  public long unsentBytes() {
    return counts.unsentBytes.get();
  }

  /** Heap bytes of the claims of their tokens, at most. */
  public long groundsBytes() {
    return counts.groundsBytes.get();
  }

  /** Events that were passed on, once for each stream. */
  public long sent() {
    return counts.sent.sum();
  }

  /** Readers that were told to list anew. */
  public long resets() {
    return counts.resets.sum();
  }

  /** Streams that ended because their reader was too slow. */
  public long slow() {
    return counts.slow.sum();
  }

  /** Streams that were refused because there were as many as allowed. */
  public long refused() {
    return counts.refused.sum();
  }
}
