package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one batch: events, page by page, without gap, and then the position. Only the last
 * page is kept in memory; the publisher has the earlier ones.
 */
final class Publication {
  private final int partition;
  private final List<LogRecord> records;
  private final long fromSeq;
  private final Map<EventKind, Integer> events = new HashMap<>();
  private List<EncodedEvent> page = List.of();
  private long seq;
  private long bytes;

  /**
   * A publication without events.
   *
   * @param fromSeq the event before the first one
   */
  Publication(int partition, Batch batch, long fromSeq) {
    this.partition = partition;
    this.records = batch.records();
    this.fromSeq = fromSeq;
    this.seq = fromSeq;
  }

  /**
   * Checks and counts the next page, which becomes the last one.
   *
   * @throws HaltedException if an event is missing before one of the page
   */
  void add(List<EncodedEvent> next) {
    for (EncodedEvent event : next) {
      if (event.seq() != seq + 1) {
        throw gap(event.seq());
      }
      seq++;
      bytes += event.value().length;
      events.merge(EventKind.of(event), 1, Integer::sum);
    }
    page = next;
  }

  /** The last page, which is published with the position; empty if there is none. */
  List<EncodedEvent> lastPage() {
    return page;
  }

  /**
   * Checks that no event is missing.
   *
   * @param last the number of the last event of the state
   */
  void requireComplete(long last) {
    if (seq != last) {
      throw gap(last);
    }
  }

  private HaltedException gap(long last) {
    return new HaltedException(HaltText.gap(partition, fromSeq, last, (int) (seq - fromSeq)));
  }

  /** Number of events of each kind. */
  Map<EventKind, Integer> events() {
    return events;
  }

  List<LogRecord> records() {
    return records;
  }

  /** Number of events. */
  long length() {
    return seq - fromSeq;
  }

  /** Total bytes of the events, without keys and headers. */
  long bytes() {
    return bytes;
  }
}
