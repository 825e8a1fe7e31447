package io.lockarbiter.console.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.WholeLog;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamListener;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** The events of one partition of {@code lock.events}, as they would be in Kafka. */
final class EventLog implements StreamListener {
  private final TopicPartition partition;
  private final List<StreamedEvent> events = new ArrayList<>();

  EventLog(ConsoleTopics topics, EventHub hub) {
    this.partition = new TopicPartition(topics.events(), 0);
    hub.listen(this);
  }

  @Override
  public synchronized void event(StreamedEvent event) {
    events.add(event);
  }

  @Override
  public void restarted(int restarted) {}

  /** Returns a consumer that finds all events, whatever time it asks for. */
  synchronized Consumer<byte[], byte[]> consumer() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (StreamedEvent event : events) {
      records.add(record(records.size(), event));
    }
    return new WholeLog(partition, records);
  }

  private ConsumerRecord<byte[], byte[]> record(long offset, StreamedEvent event) {
    RecordHeaders headers = new RecordHeaders();
    if (event.lockId() != null) {
      headers.add(EventHeader.LOCK_ID.text(), event.lockId().getBytes(UTF_8));
    }
    byte[] key = event.account().getBytes(UTF_8);
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        event.at(),
        TimestampType.LOG_APPEND_TIME,
        key.length,
        event.json().length,
        key,
        event.json(),
        headers,
        Optional.empty());
  }
}
