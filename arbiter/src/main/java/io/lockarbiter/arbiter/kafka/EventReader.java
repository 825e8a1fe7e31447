package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PublishedEvent;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads the events of one partition that were published and committed. */
final class EventReader {
  private final LogReader logs;
  private final TopicPartition events;

  EventReader(LogReader logs, TopicPartition events) {
    this.logs = logs;
    this.events = events;
  }

  /**
   * The events of a range, as many as make a page.
   *
   * @throws IllegalArgumentException if a record is no event
   */
  EventPage page(LogRange range) {
    LogReader.Page page = logs.page(events, range);
    List<PublishedEvent> published = page.records().stream().map(EventReader::published).toList();
    return new EventPage(published, page.next());
  }

  /**
   * Where the events are that tell all that was live at a commit, and what counts on from before
   * it; null if not all of them are retained.
   *
   * @throws IllegalArgumentException if a record is no event
   */
  @Nullable LogRange tail(CommitMetadata committed, LogRange retained) {
    long since = StateRebuild.since(committed.state());
    LogRange tail =
        new LogRange(
            logs.firstThat(events, retained, record -> event(record).head().at() >= since),
            retained.end());
    if (tail.begin() > retained.begin() || committed.state().seq() == 0) {
      return tail;
    }
    ConsumerRecord<byte[], byte[]> first = logs.first(events, tail.begin(), tail);
    boolean isAll = first == null ? committed.idle() : event(first).head().seq() == 1;
    return isAll ? tail : null;
  }

  private static PublishedEvent published(ConsumerRecord<byte[], byte[]> record) {
    Header replyTo = record.headers().lastHeader(EventHeader.LOCK_REPLY_TO.text());
    return new PublishedEvent(
        event(record), replyTo == null ? null : new String(replyTo.value(), UTF_8));
  }

  private static Event event(ConsumerRecord<byte[], byte[]> record) {
    return EventCodec.decode(record.value());
  }
}
