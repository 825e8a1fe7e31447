package io.lockarbiter.console.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.schema.EventHeader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an event from a record of {@code lock.events}. A record whose key or lock id is longer than
 * any id is a stranger's: the names of accounts and locks are kept for longer than their events.
 */
final class RecordReader {
  private static final JsonFactory JSON = new JsonFactory();

  private RecordReader() {}

  /** Reads an event; null if the record is none. Only the arbiter should write there. */
  static @Nullable StreamedEvent read(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    byte[] value = record.value();
    if (key == null || value == null || key.length > IdRule.MAX_BYTES || hasLongLockId(record)) {
      return null;
    }
    long seq = -1;
    long at = -1;
    String type = null;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), value)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      // These fields stand at the beginning of every event.
      while ((seq < 0 || at < 0 || type == null) && parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (name.equals("seq") && token == JsonToken.VALUE_NUMBER_INT) {
          seq = parser.getLongValue();
        } else if (name.equals("at") && token == JsonToken.VALUE_NUMBER_INT) {
          at = parser.getLongValue();
        } else if (name.equals("type") && token == JsonToken.VALUE_STRING) {
          type = parser.getString();
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      return null;
    }
    return seq < 0 || at < 0 || type == null
        ? null
        : new StreamedEvent(
            record.partition(),
            record.offset(),
            seq,
            at,
            new String(key, UTF_8),
            type,
            lockId(record),
            value);
  }

  /** Returns the lock's id; null if the record names none. */
  static @Nullable String lockId(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = lockIdBytes(record);
    return value == null ? null : new String(value, UTF_8);
  }

  private static boolean hasLongLockId(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = lockIdBytes(record);
    return value != null && value.length > IdRule.MAX_BYTES;
  }

  private static byte @Nullable [] lockIdBytes(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(EventHeader.LOCK_ID.text());
    return header == null ? null : header.value();
  }
}
