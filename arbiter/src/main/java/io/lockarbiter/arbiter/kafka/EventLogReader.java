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
    ConsumerRecord<byte[], byte[]> last = logs.last(events, range, this::isEvent);
    return last == null ? null : event(last);
  }

  /** A page of the events of a range. */
  EventPage page(LogRange range) {
    LogReader.Page page = logs.page(events, range);
    List<PublishedEvent> published = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : page.records()) {
      Event event = event(record);
      if (event != null) {
        Header replyTo = record.headers().lastHeader(EventHeader.LOCK_REPLY_TO.text());
        published.add(
            new PublishedEvent(
                event,
                replyTo == null || replyTo.value() == null
                    ? null
                    : new String(replyTo.value(), UTF_8)));
      }
    }
    return new EventPage(published, page.next());
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
