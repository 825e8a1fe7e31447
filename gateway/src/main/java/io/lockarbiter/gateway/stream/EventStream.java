package io.lockarbiter.gateway.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
 * reader: a reader that is too slow is told so, and his stream ends.
 */
public final class EventStream {
  static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** Longest time for which a reader may be ahead of this instance. */
  static final Duration MOST_AHEAD = Duration.ofSeconds(5);

  /** Time until a stream has begun to be sent, and until it has been sent once it has ended. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int GROUP_BYTES = 16 << 10;

  private final StreamWish wish;
  private final StreamBounds bounds;
  private final StreamCounts counts;
  private final Sinks.Many<Boolean> wakes =
      Sinks.many().unicast().onBackpressureBuffer(Queues.<Boolean>one().get());
  private final Deque<Frame> queue = new ArrayDeque<>(4);
  private long mostBytes;
  private long bytes;
  private long after = -1;
  private long clock;
  private long toldAt;
  private long endedAt;
  private @Nullable Position ahead;
  private @Nullable Runnable cut;
  private boolean awake;
  private boolean ended;

  EventStream(StreamWish wish, StreamBounds bounds, StreamCounts counts, long now) {
    this.wish = wish;
    this.bounds = bounds;
    this.counts = counts;
    this.mostBytes = bounds.streamBytes();
    this.clock = now;
    this.toldAt = now;
    this.endedAt = now;
  }

  StreamWish wish() {
    return wish;
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
    for (StreamedEvent event : missed) {
      counts.sent.increment();
      add(event);
    }
    mostBytes = bytes + bounds.streamBytes();
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
    if (!event.position().equals(awaited)) {
      reset(ResetReason.UNKNOWN_POSITION, before);
    }
    ahead = null;
    return true;
  }

  /** Adds an event if the reader wants it and has not had it. */
  synchronized void offer(StreamedEvent event) {
    if (ended || event.position().offset() <= after || !wish.wants(event)) {
      return;
    }
    boolean isTooMuch =
        bytes + event.bytes() > mostBytes
            || counts.unsentBytes.get() + event.bytes() > bounds.keptBytes();
    if (!queue.isEmpty() && isTooMuch) {
      counts.slow.increment();
      clear();
      reset(ResetReason.TOO_SLOW, event.position());
      finish();
      return;
    }
    counts.sent.increment();
    add(event);
  }

  /** Tells the reader that he has to list anew; he is at this position then. */
  synchronized void reset(ResetReason reason, Position position) {
    ahead = null;
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
    endedAt = clock;
  }

  /**
   * Tells the reader the position if nothing else was told for a while.
   *
   * @param last the position after the latest event, all of which were offered
   */
  synchronized void tick(long now, Position last) {
    clock = now;
    if (ended) {
      return;
    }
    if (ahead != null && now - toldAt > MOST_AHEAD.toNanos()) {
      reset(ResetReason.UNKNOWN_POSITION, last);
    }
    if (!queue.isEmpty()) {
      return;
    }
    if (ahead == null && now - toldAt >= HEARTBEAT.toNanos()) {
      toldAt = now;
      add(Frame.of(":\nid: %s\n\n".formatted(last)));
    }
  }

  /** Says whether it has ended, or has not begun to be sent, for longer than anybody waits. */
  synchronized boolean isStuck(long now) {
    return (ended || cut == null) && now - endedAt > PATIENCE.toNanos();
  }

  private void add(Frame frame) {
    queue.addLast(frame);
    bytes += frame.bytes();
    counts.unsentBytes.addAndGet(frame.bytes());
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
    clear();
  }

  private void clear() {
    queue.clear();
    counts.unsentBytes.addAndGet(-bytes);
    bytes = 0;
  }

  /**
   * The stream in groups of bytes, each of which is made when the one before it is written.
   *
   * @param connection closes the connection
   */
  public Flux<Publisher<DataBuffer>> groups(DataBufferFactory buffers, Runnable connection) {
    synchronized (this) {
      cut = connection;
    }
    return wakes
        .asFlux()
        .<Publisher<DataBuffer>>map(
            wake -> Mono.fromSupplier(() -> next(buffers)).subscribeOn(Schedulers.parallel()));
  }

  private @Nullable DataBuffer next(DataBufferFactory buffers) {
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
    List<Frame> taken = new ArrayList<>();
    long size = 0;
    for (Frame next = queue.peekFirst();
        next != null && (taken.isEmpty() || size + next.bytes() <= GROUP_BYTES);
        next = queue.peekFirst()) {
      size += next.bytes();
      taken.add(queue.removeFirst());
    }
    bytes -= size;
    counts.unsentBytes.addAndGet(-size);
    if (!queue.isEmpty()) {
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
    Runnable connection;
    synchronized (this) {
      connection = cut;
    }
    if (connection != null) {
      connection.run();
    }
  }
}
