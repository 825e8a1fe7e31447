package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.EventTail;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PublishedEvent;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the committed events of one partition. A record that is no event was written by a stranger
 * and is skipped; that is safe, because the numbers of the events have no gap.
 */
final class EventLogReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventLogReader.class);

  private final LogReader logs;
  private final TopicPartition events;
  private boolean told;

  EventLogReader(LogReader logs, TopicPartition events) {
    this.logs = logs;
    this.events = events;
  }

  /** The range of offsets that the partition retains. */
  LogRange range() {
    return logs.range(events);
  }

  /** The last event of a range; null if there is none. */
  @Nullable Event last(LogRange range) {
    return end(range, Long.MAX_VALUE).last();
  }

  /** The last event of a range, and all behind the one of a number. */
  EventLogEnd end(LogRange range, long publishedSeq) {
    EventLogEnd end = new EventLogEnd(publishedSeq, this::event);
    boolean isWhole = logs.backwards(events, range, end);
    end.cut(isWhole && range.begin() > 0);
    return end;
  }

  /** Says whether the last event is in a range that the partition had before. */
  boolean isStillTheEnd(LogRange before) {
    LogRange behind = new LogRange(before.end(), range().end());
    return behind.end() == before.end()
        || behind.length() > 0 && logs.first(events, behind.begin(), behind, this::isEvent) == null;
  }

  /** A page of the events of a range. */
  EventPage page(LogRange range) {
    LogReader.Page page = logs.page(events, range);
    List<PublishedEvent> published = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : page.records()) {
      Event event = event(record);
      if (event != null) {
        published.add(new PublishedEvent(event, text(record, EventHeader.LOCK_REPLY_TO)));
      }
    }
    return new EventPage(published, page.next());
  }

  /** The text of a header; null if the record has none. */
  static @Nullable String text(ConsumerRecord<byte[], byte[]> record, EventHeader name) {
    Header header = record.headers().lastHeader(name.text());
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }

  /** Finds the range of {@link EventTail#of}; reads only a few events for it. */
  @Nullable LogRange tail(CommitMetadata committed, LogRange retained) {
    return EventTail.of(
        committed,
        retained,
        new EventTail.Events() {
          @Override
          public long firstNotBefore(long at, LogRange range) {
            return logs.firstThat(
                events,
                range,
                EventLogReader.this::isEvent,
                record -> Objects.requireNonNull(event(record)).head().at() >= at);
          }

          @Override
          public @Nullable EventHead first(LogRange range) {
            ConsumerRecord<byte[], byte[]> first =
                logs.first(events, range.begin(), range, EventLogReader.this::isEvent);
            Event event = first == null ? null : event(first);
            return event == null ? null : event.head();
          }
        });
  }

  private boolean isEvent(ConsumerRecord<byte[], byte[]> record) {
    return event(record) != null;
  }

  private @Nullable Event event(ConsumerRecord<byte[], byte[]> record) {
    try {
      return record.value() == null ? null : EventCodec.decode(record.value());
    } catch (IllegalArgumentException e) {
      if (!told) {
        told = true;
        LOG.warn(
            "{}: the record at offset={} is {}; it is passed over, as are others like it. Fix: let nobody but the arbiter write there",
            events,
            record.offset(),
            e.getMessage());
      }
      return null;
    }
  }
}
