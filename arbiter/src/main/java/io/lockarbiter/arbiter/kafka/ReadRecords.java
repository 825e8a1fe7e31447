package io.lockarbiter.arbiter.kafka;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of a poll, without their headers.
 *
 * @param heavy the partitions whose headers took much of the heap
 */
record ReadRecords(Map<TopicPartition, List<ReadRecord>> records, Set<TopicPartition> heavy) {
  static ReadRecords of(ConsumerRecords<byte[], byte[]> read) {
    Map<TopicPartition, List<ReadRecord>> records = new HashMap<>();
    Set<TopicPartition> heavy = new HashSet<>();
    for (TopicPartition partition : read.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> those = read.records(partition);
      records.put(partition, those.stream().map(ReadRecord::of).toList());
      if (Polls.headerBytes(those) >= Polls.HEAVY_BYTES) {
        heavy.add(partition);
      }
    }
    return new ReadRecords(records, heavy);
  }

  List<ReadRecord> in(TopicPartition partition) {
    return records.getOrDefault(partition, List.of());
  }
}
