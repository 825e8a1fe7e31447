package io.lockarbiter.gateway.stream;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/**
 * The events that one reader has not been sent yet, bounded in bytes. An offer never waits for the
 * reader. Events come in batches that no reader keeps up with, so one that has as much as it may is
 * offered no more: it reads on from the events that are kept, once it has sent what it has. A
 * reader that takes nothing, or for whom they are not kept long enough, is told so, and his stream
 * ends.
 */
public final class EventStream {
  static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** Longest time for which a reader may be ahead of this instance. */
  static final Duration MOST_AHEAD = Duration.ofSeconds(5);

  /** Time until a stream has begun to be sent, and until it has been sent once it has ended. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Longest time for which nothing is taken of a stream in which something waits. */
  static final Duration STANDSTILL = Duration.ofSeconds(30);

  private static final int GROUP_BYTES = 16 << 10;

  private final StreamWish wish;
  private final StreamBounds bounds;
  private final StreamCounts counts;
  private final SubjectStreams subject;
  private final Consumer<EventStream> readOn;
  private final Sinks.Many<Boolean> wakes =
      Sinks.many().unicast().onBackpressureBuffer(Queues.<Boolean>one().get());
  private final WaitingFrames queue;
  private long mostBytes;
  private long missedBytes;
  private long after = -1;
  private long clock;
  private long toldAt;
  private long movedAt;
  private long endedAt;
  private @Nullable Position ahead;

  /** The offset after which it reads on from the events that are kept; null = it is offered all. */
  private @Nullable Long behind;

  private @Nullable Outlet outlet;
  private boolean awake;
  private boolean hasBeaten;
  private boolean ended;

  /**
   * A stream that has not begun.
   *
   * @param readOn gives it more of the events that are kept; called without its lock
   */
  EventStream(
      StreamWish wish,
      StreamBounds bounds,
      StreamCounts counts,
      SubjectStreams subject,
      Consumer<EventStream> readOn,
      long now) {
    this.wish = wish;
    this.bounds = bounds;
    this.counts = counts;
    this.subject = subject;
    this.readOn = readOn;
    this.queue = new WaitingFrames(counts, subject);
    this.mostBytes = bounds.streamBytes();
    this.clock = now;
    this.toldAt = now;
    this.movedAt = now;
    this.endedAt = now;
  }

  StreamWish wish() {
    return wish;
  }

  SubjectStreams subject() {
    return subject;
  }

  /** Begins at a position, which the reader is told at once. */
  synchronized void begin(Position position) {
    add(Frame.of("retry: 1000\nid: %s\n\n".formatted(position)));
  }

  /**
   * Begins with events that came before. Until they are sent the stream may have as many bytes
   * more.
   */
  synchronized void begin(Position position, List<StreamedEvent> missed) {
    begin(position);
    missed.forEach(this::addEvent);
    missedBytes = missed.stream().mapToLong(StreamedEvent::bytes).sum();
    mostBytes = queue.bytes() + bounds.streamBytes();
  }

  /** Bytes of the events that came before it was opened. */
  public synchronized long missedBytes() {
    return missedBytes;
  }

  /**
   * Begins with a reset. No id comes before it, so a reader whose connection is cut in between asks
   * with its own id again, and is reset again.
   */
  synchronized void beginWithReset(ResetReason reason, Position position) {
    add(Frame.of("retry: 1000\n\n"));
    reset(reason, position);
  }

  /** Begins at a position that this instance has not read yet. */
  synchronized void beginAhead(Position position) {
    ahead = position;
    after = position.offset();
    begin(position);
  }

  /**
   * Compares the position at which the reader is with the next event of the partition.
   *
   * @param before the position before the event
   * @return whether the reader is ahead no more
   */
  synchronized boolean reaches(StreamedEvent event, Position before) {
    Position awaited = ahead;
    if (awaited == null || ended) {
      return true;
    }
    if (event.position().offset() < awaited.offset()) {
      return false;
    }
    if (!event.position().isSameAs(awaited)) {
      reset(ResetReason.UNKNOWN_POSITION, before);
    }
    ahead = null;
    return true;
  }

  /**
   * Adds an event if the reader wants it and has not had it, and if it may have as much.
   *
   * @return whether its subject has more unsent than it may now
   */
  synchronized boolean offer(StreamedEvent event) {
    long offset = event.position().offset();
    if (ended || behind != null || offset <= after || !wish.wants(event, subject)) {
      return false;
    }
    boolean isTooMuch =
        queue.bytes() + event.bytes() > mostBytes
            || counts.unsentBytes.get() + event.bytes() > bounds.keptBytes();
    if (!queue.isEmpty() && isTooMuch) {
      behind = offset - 1;
      return false;
    }
    addEvent(event);
    return subject.room() < 0;
  }

  private void addEvent(StreamedEvent event) {
    counts.sent.increment();
    add(event);
  }

  private synchronized boolean isDry() {
    return behind != null && queue.isEmpty();
  }

  /** Reads on from the events that are kept, if it is behind and has sent what it had. */
  synchronized void readOn(EventRing ring) {
    Long from = behind;
    if (from == null || !queue.isEmpty()) {
      return;
    }
    long room = Math.min(bounds.keptBytes() - counts.unsentBytes.get(), subject.room());
    behind =
        ring.pass(
            from,
            wish.rememberingMembers()::wants,
            Math.min(bounds.streamBytes(), room),
            this::addEvent);
  }

  /**
   * Ends the stream if it is behind, and events with which it would read on are kept no more.
   *
   * @param before the position before the first event that is kept
   */
  synchronized void endIfLost(Position before, Position last) {
    if (behind != null && behind < before.offset()) {
      dropAll(last);
    }
  }

  /** The bytes that wait behind others; 0 if no more than one event waits, or it has ended. */
  synchronized long bytesBehind() {
    return ended || queue.size() < 2 ? 0 : queue.bytes();
  }

  /** Ends the stream without what waits, unless it has been sent meanwhile. */
  synchronized void endTooSlow(Position last) {
    if (bytesBehind() > 0) {
      dropAll(last);
    }
  }

  private void dropAll(Position position) {
    counts.slow.increment();
    queue.clear();
    reset(ResetReason.TOO_SLOW, position);
    finish();
  }

  /** Tells the reader that he has to list anew; he is at this position then. */
  synchronized void reset(ResetReason reason, Position position) {
    ahead = null;
    behind = null;
    after = -1;
    counts.resets.increment();
    add(reason.at(position));
  }

  /** Ends the stream after what it has. */
  synchronized void end(String why) {
    if (!ended) {
      add(Frame.of(": %s\n\n".formatted(why)));
      finish();
    }
  }

  private void finish() {
    ended = true;
    behind = null;
    endedAt = clock;
  }

  /**
   * Tells the reader the position from time to time, and ends the stream if nothing is taken of it.
   *
   * @param last the position after the latest event, all of which were offered
   * @param isFresh whether that was the end of the log lately; readers trust a stream that they
   *     hear
   */
  synchronized void tick(long now, Position last, boolean isFresh) {
    clock = now;
    if (wish.isOver(now)) {
      end(StreamWish.OVER);
    }
    if (ended) {
      return;
    }
    if (!queue.isEmpty() && now - movedAt > STANDSTILL.toNanos()) {
      dropAll(last);
      return;
    }
    if (ahead != null && now - toldAt > MOST_AHEAD.toNanos()) {
      reset(ResetReason.UNKNOWN_POSITION, last);
    }
    if (!queue.isEmpty() || behind != null) {
      return;
    }
    if (isFresh && (!hasBeaten || now - toldAt >= HEARTBEAT.toNanos())) {
      beat(last);
    }
  }

  /**
   * Tells the reader, behind all that waits, that he has been told everything up to a position. The
   * first one ends his doubt about what he has missed, so it comes as soon as it is true.
   *
   * @param last the position after the latest event, which was the end of the log lately
   */
  synchronized void beat(Position last) {
    if (ahead == null && !ended) {
      hasBeaten = true;
      toldAt = clock;
      add(Frame.of(":\nid: %s\n\n".formatted(last)));
    }
  }

  /** Says whether it has ended, or has not begun to be sent, for longer than anybody waits. */
  synchronized boolean isStuck(long now) {
    return (ended || outlet == null) && now - endedAt > PATIENCE.toNanos();
  }

  private void add(Frame frame) {
    if (queue.isEmpty()) {
      movedAt = clock;
    }
    queue.add(frame);
    if (!awake) {
      wake();
    }
  }

  /** In a lock, so one at a time; nothing that follows takes a lock or waits. */
  private void wake() {
    awake = true;
    var unused = wakes.tryEmitNext(true);
  }

  /** Takes nothing any more, because nobody reads it. */
  synchronized void close() {
    ended = true;
    behind = null;
    queue.clear();
  }

  /**
   * The stream in groups of bytes, each of which is made when the one before it is written.
   *
   * @param connection the connection to which they are written
   */
  public Flux<Publisher<DataBuffer>> groups(DataBufferFactory buffers, Outlet connection) {
    synchronized (this) {
      outlet = connection;
    }
    return wakes.asFlux().map(wake -> group(buffers, connection.written()));
  }

  private Publisher<DataBuffer> group(DataBufferFactory buffers, Mono<Void> written) {
    return Mono.fromSupplier(() -> next(buffers))
        .subscribeOn(Schedulers.parallel())
        .concatWith(written.cast(DataBuffer.class));
  }

  private @Nullable DataBuffer next(DataBufferFactory buffers) {
    if (isDry()) {
      readOn.accept(this);
    }
    List<Frame> taken = take();
    if (taken.isEmpty()) {
      return null;
    }
    if (taken.size() == 1) {
      return buffers.wrap(taken.get(0).text());
    }
    return buffers.join(taken.stream().map(frame -> buffers.wrap(frame.text())).toList());
  }

  private synchronized List<Frame> take() {
    List<Frame> taken = queue.take(GROUP_BYTES);
    movedAt = clock;
    if (!queue.isEmpty() || behind != null) {
      wake();
    } else {
      awake = false;
      mostBytes = bounds.streamBytes();
      if (ended) {
        var unused = wakes.tryEmitComplete();
      }
    }
    return taken;
  }

  /** Closes the connection: its reader takes nothing any more. */
  void cutOff() {
    Outlet connection;
    synchronized (this) {
      connection = outlet;
    }
    if (connection != null) {
      connection.close();
    }
  }
}
