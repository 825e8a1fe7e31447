package io.lockarbiter.client.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the jobs among the events; looks at the headers first, and parses only grants. */
final class GrantReader {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  private final Predicate<Granted> jobs;

  GrantReader(Predicate<Granted> jobs) {
    this.jobs = jobs;
  }

  /** The grant if the record is one of the pool's jobs; else null. */
  @Nullable Granted read(ConsumerRecord<byte[], byte[]> record) {
    Header type = record.headers().lastHeader(EventHeader.TYPE.text());
    if (type == null
        || !EventType.GRANTED.text().equals(new String(type.value(), UTF_8))
        || record.headers().lastHeader(EventHeader.REPEATED.text()) != null) {
      return null;
    }
    Event event = decode(record);
    return event instanceof Granted granted && !granted.repeated() && isJob(granted, record)
        ? granted
        : null;
  }

  /** The filter is the user's, and so are the attributes that it reads. */
  private boolean isJob(Granted granted, ConsumerRecord<byte[], byte[]> record) {
    try {
      return jobs.test(granted);
    } catch (RuntimeException e) {
      LOG.warn(
          "the filter of jobs failed at lockId={} account={}, partition={} offset={}: this lock is no job, and runs out. Mend the filter; it sees the locks of everybody",
          granted.subject().lockId(),
          granted.head().account(),
          record.partition(),
          record.offset(),
          e);
      return false;
    }
  }

  private static @Nullable Event decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return EventCodec.decode(record.value());
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "the granted event at partition={} offset={} cannot be read and is skipped: {}. Update this client if the arbiters are newer",
          record.partition(),
          record.offset(),
          e.getMessage());
      return null;
    }
  }
}
