package io.lockarbiter.client.work;

import io.lockarbiter.client.kafka.EventHeaders;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.schema.EventHeader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the jobs among the events; reads the headers first, and parses only grants. */
final class GrantReader {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  private final String pool;

  GrantReader(String pool) {
    this.pool = pool;
  }

  /** The grant, if the record is one of the pool's jobs; otherwise null. */
  @Nullable Granted read(ConsumerRecord<byte[], byte[]> record) {
    if (!EventType.GRANTED.text().equals(EventHeaders.text(record.headers(), EventHeader.TYPE))
        || record.headers().lastHeader(EventHeader.REPEATED.text()) != null) {
      return null;
    }
    Event event = decode(record);
    return event instanceof Granted granted
            && !granted.repeated()
            && pool.equals(granted.subject().pool())
        ? granted
        : null;
  }

  private static @Nullable Event decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.value() == null) {
        throw new IllegalArgumentException("it has no value");
      }
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
