package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.schema.DeadLetterHeader;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes Kafka records of events and dead letters. */
final class OutgoingRecord {
  /**
   * Longest key or value of a dead letter. A longer one is cut, because a batch of them must fit
   * into a transaction and into memory, whatever was sent.
   */
  static final int MAX_DEAD_LETTER_BYTES = 4 * 1024;

  private static final Header REPEATED = header(EventHeader.REPEATED, "true");
  private static final Map<EventType, Header> TYPES = types();

  private OutgoingRecord() {}

  private static Map<EventType, Header> types() {
    Map<EventType, Header> types = new EnumMap<>(EventType.class);
    for (EventType type : EventType.known()) {
      types.put(type, header(EventHeader.TYPE, type.text()));
    }
    return types;
  }

  static ProducerRecord<byte[], byte[]> of(EncodedEvent event, String topic, int partition) {
    List<Header> headers = new ArrayList<>(EventHeader.values().length);
    headers.add(Objects.requireNonNull(TYPES.get(event.type())));
    add(headers, EventHeader.LOCK_ID, event.lockId());
    add(headers, EventHeader.REPLY_TO, event.replyTo());
    add(headers, EventHeader.LOCK_REPLY_TO, event.lockReplyTo());
    if (event.repeated()) {
      headers.add(REPEATED);
    }
    add(headers, EventHeader.REPEAT_MS, Integer.toString(event.repeatMs()));
    byte[] key = event.account().getBytes(UTF_8);
    return new ProducerRecord<>(topic, partition, key, event.value(), headers);
  }

  private static void add(List<Header> headers, EventHeader name, @Nullable String value) {
    if (value != null) {
      headers.add(header(name, value));
    }
  }

  private static Header header(EventHeader name, String value) {
    return new RecordHeader(name.text(), value.getBytes(UTF_8));
  }

  static ProducerRecord<byte[], byte[]> of(DeadLetter letter, Topics topics, int partition) {
    Headers headers = new RecordHeaders();
    add(headers, DeadLetterHeader.WHY.text(), letter.why());
    add(headers, DeadLetterHeader.TOPIC.text(), topics.commands());
    add(headers, DeadLetterHeader.PARTITION.text(), Integer.toString(partition));
    add(headers, DeadLetterHeader.OFFSET.text(), Long.toString(letter.offset()));
    byte[] key = cut(letter.key(), "keyBytes", headers);
    byte[] value = cut(letter.value(), "valueBytes", headers);
    return new ProducerRecord<>(topics.deadLetters(), null, key, value, headers);
  }

  /**
   * The bytes as received; if they are too long, only their beginning, with the full length in a
   * header.
   */
  private static byte @Nullable [] cut(byte @Nullable [] bytes, String header, Headers headers) {
    if (bytes == null || bytes.length <= MAX_DEAD_LETTER_BYTES) {
      return bytes;
    }
    add(headers, header, Integer.toString(bytes.length));
    return Arrays.copyOf(bytes, MAX_DEAD_LETTER_BYTES);
  }

  private static void add(Headers headers, String name, @Nullable String value) {
    if (value != null) {
      headers.add(name, value.getBytes(UTF_8));
    }
  }
}
