package io.lockarbiter.console.kafka;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** A consumer that finds all records of a partition, whatever time it asks for. */
public final class WholeLog extends MockConsumer<byte[], byte[]> {
  /** The records of a partition; the first has offset 0. */
  public WholeLog(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    super("none");
    updateBeginningOffsets(Map.of(partition, 0L));
    updateEndOffsets(Map.of(partition, (long) records.size()));
    schedulePollTask(() -> records.forEach(this::addRecord));
  }

  @Override
  public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
    return times.keySet().stream()
        .collect(Collectors.toMap(one -> one, one -> new OffsetAndTimestamp(0, 0)));
  }
}
