package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one batch: events, page by page, without gap. Only the last page is kept in
 * memory; the publisher has the earlier ones. Events that are published already are compared
 * instead.
 */
final class Publication {
  private final int partition;
  private final List<LogRecord> records;
  private long fromSeq;
  private final boolean changesSettings;
  private final LaterEvents published;
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
    this(partition, batch, fromSeq, LaterEvents.NONE);
  }

  /**
   * A publication without events.
   *
   * @param published the events behind {@code fromSeq} that are published already
   */
  Publication(int partition, Batch batch, long fromSeq, LaterEvents published) {
    this.partition = partition;
    this.records = batch.records();
    this.fromSeq = fromSeq;
    this.changesSettings = !batch.settings().isEmpty();
    this.seq = fromSeq;
    this.published = published;
  }

  /**
   * Checks and counts the next page. What of it is not published becomes the last one.
   *
   * @throws HaltedException if an event is missing before one of the page, or one is not as it was
   *     published
   */
  void add(List<EncodedEvent> next) {
    int done = 0;
    for (EncodedEvent event : next) {
      beginEpoch(event.seq() - 1);
      if (event.seq() != seq + 1) {
        throw gap(event.seq());
      }
      seq++;
      if (published.reaches(seq)) {
        if (published.contradicts(event)) {
          throw new HaltedException(HaltText.otherEvent(partition, seq));
        }
        done++;
      } else {
        bytes += event.value().length;
        events.merge(EventKind.of(event), 1, Integer::sum);
      }
    }
    page = next.subList(done, next.size());
  }

  /** Goes on from the beginning of an epoch, before which there are no events. */
  private void beginEpoch(long before) {
    if (seq == 0 && before == Epoch.beginOf(before)) {
      fromSeq = before;
      seq = before;
    }
  }

  /** Says whether {@code lock.events} has the event of a number, or a later one. */
  boolean isPublished(long number) {
    return published.reaches(number);
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
    beginEpoch(last);
    if (seq != last) {
      throw gap(last);
    }
  }

  private HaltedException gap(long last) {
    return new HaltedException(HaltText.gap(partition, fromSeq, last, (int) (seq - fromSeq)));
  }

  /** Number of events of each kind; only those that were not published already. */
  Map<EventKind, Integer> events() {
    return events;
  }

  List<LogRecord> records() {
    return records;
  }

  /** Says whether a record changes the settings, which no event tells. */
  boolean changesSettings() {
    return changesSettings;
  }

  /**
   * Says whether the last record is a tick, the only one besides settings and dead letters that may
   * lead to no event, so that none tells of it.
   */
  boolean endsWithATick() {
    return !records.isEmpty()
        && records.get(records.size() - 1).content() instanceof DecodedCommand.Valid last
        && last.command() instanceof Tick;
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
