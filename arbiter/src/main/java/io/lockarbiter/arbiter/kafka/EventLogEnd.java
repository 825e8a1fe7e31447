package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.arbiter.partition.LaterEvents.Stored;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The last event of a partition, and those behind the position; read backwards. */
final class EventLogEnd implements LogReader.Windows {
  private final long publishedSeq;
  private final Function<ConsumerRecord<byte[], byte[]>, @Nullable Event> decode;
  private final Deque<Stored> window = new ArrayDeque<>();
  private List<Stored> found = List.of();
  private @Nullable Event last;
  private @Nullable Event lastOfWindow;
  private long bytes;
  private boolean isReached;
  private boolean isTooLarge;
  private boolean isCut;

  /**
   * An end that is not read yet.
   *
   * @param publishedSeq the event that the position names
   * @param decode reads an event; null for a record that is none
   */
  EventLogEnd(long publishedSeq, Function<ConsumerRecord<byte[], byte[]>, @Nullable Event> decode) {
    this.publishedSeq = publishedSeq;
    this.decode = decode;
  }

  @Override
  public void add(List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Event event = decode.apply(record);
      if (event == null) {
        continue;
      }
      lastOfWindow = event;
      boolean isOld = event.head().seq() <= publishedSeq;
      isReached |= isOld;
      // Behind a later event nobody but a stranger writes an old number.
      if (!isOld || !window.isEmpty()) {
        Stored stored = stored(event, record);
        window.add(stored);
        bytes += stored.bytes();
        while (bytes > LaterEvents.MOST_BYTES) {
          bytes -= window.remove().bytes();
          isTooLarge = true;
        }
      }
    }
  }

  private static Stored stored(Event event, ConsumerRecord<byte[], byte[]> record) {
    return new Stored(
        event.head().seq(),
        record.value(),
        EventLogReader.text(record, EventHeader.REPLY_TO),
        EventLogReader.text(record, EventHeader.LOCK_REPLY_TO));
  }

  @Override
  public boolean isEnough() {
    List<Stored> all = new ArrayList<>(window);
    all.addAll(found);
    found = all;
    window.clear();
    last = last == null ? lastOfWindow : last;
    return isReached || isTooLarge;
  }

  /** Notes whether retention has removed everything before what was read. */
  void cut(boolean cut) {
    isCut = cut && !isReached && !isTooLarge;
  }

  /** The last event; null if there is none. */
  @Nullable Event last() {
    return last;
  }

  /** The events behind the position. */
  LaterEvents later() {
    return found.isEmpty() ? LaterEvents.NONE : new LaterEvents(found, isCut);
  }
}
