package io.lockarbiter.gateway.stream;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.live.LiveLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An event that is kept for streams. Its text is made when the first stream sends it, and shared by
 * all.
 */
public final class StreamedEvent implements Frame {
  private static final int OBJECTS = 500;
  private static final int WISH = 4_000;
  private static final byte[] NOTHING = {};

  private final Function<StreamedEvent, byte[]> writer;
  private final Position position;
  private final String account;
  private final @Nullable Owner owner;
  private final @Nullable YieldRequested asked;
  private final long bytes;
  private byte[] value;
  private byte @Nullable [] text;

  /**
   * An event as it was read.
   *
   * @param now the lock after it; null if it changes none, so that it only has a position
   * @param writer makes the text
   */
  StreamedEvent(
      Position position,
      byte[] value,
      Event event,
      @Nullable LiveLock now,
      Function<StreamedEvent, byte[]> writer) {
    this.writer = writer;
    this.position = position;
    this.account = event.head().account();
    this.owner = now == null ? null : now.fields().owner();
    this.asked = now == null ? null : now.asked();
    this.value = now == null ? NOTHING : value;
    this.bytes = OBJECTS + this.value.length + (asked == null ? 0 : WISH);
  }

  /** The place after it, which is its id. */
  public Position position() {
    return position;
  }

  String account() {
    return account;
  }

  /** The owner of its lock; null if it is of no stream. */
  @Nullable Owner owner() {
    return owner;
  }

  /** The event as it was read; only for the writer. */
  public byte[] value() {
    return value;
  }

  /** The latest request to let go; null if nobody asks. */
  public @Nullable YieldRequested asked() {
    return asked;
  }

  @Override
  public synchronized byte[] text() {
    byte[] made = text;
    if (made == null) {
      made = writer.apply(this);
      text = made;
      // The text is about as long, so the event never has both for longer than this.
      value = NOTHING;
    }
    return made;
  }

  @Override
  public long bytes() {
    return bytes;
  }
}
