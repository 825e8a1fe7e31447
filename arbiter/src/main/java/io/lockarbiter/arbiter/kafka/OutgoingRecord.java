package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.contracts.schema.DeadLetterHeader;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes Kafka records of events and dead letters. */
final class OutgoingRecord {
  /**
   * Longest key or value of a dead letter. A longer one is cut, because a batch of them must fit
   * into a transaction and into memory, whatever was sent.
   */
  static final int MAX_DEAD_LETTER_BYTES = 4 * 1024;

  private static final byte[] TRUE = "true".getBytes(UTF_8);

  private OutgoingRecord() {}

  static ProducerRecord<byte[], byte[]> of(EncodedEvent event, String topic, int partition) {
    Headers headers = new RecordHeaders();
    add(headers, EventHeader.TYPE.text(), event.type().text());
    add(headers, EventHeader.LOCK_ID.text(), event.lockId());
    add(headers, EventHeader.REPLY_TO.text(), event.replyTo());
    add(headers, EventHeader.LOCK_REPLY_TO.text(), event.lockReplyTo());
    if (event.repeated()) {
      headers.add(EventHeader.REPEATED.text(), TRUE);
    }
    add(headers, EventHeader.REPEAT_MS.text(), Integer.toString(event.repeatMs()));
    byte[] key = event.account().getBytes(UTF_8);
    return new ProducerRecord<>(topic, partition, key, event.value(), headers);
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
