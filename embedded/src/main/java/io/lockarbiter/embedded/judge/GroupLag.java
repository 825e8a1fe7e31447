package io.lockarbiter.embedded.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The lag of a consumer group behind the end of a topic.
 *
 * @param ends offset of the next record, by partition
 * @param records lag of the partition that is furthest behind
 */
public record GroupLag(Map<Integer, Long> ends, long records) {

  /**
   * Returns the lag of the partition that is furthest behind; a very large number if nobody
   * answers.
   */
  public static long recordsBehind(Admin admin, String group, String topic)
      throws InterruptedException {
    GroupLag lag = of(admin, group, topic);
    return lag == null ? Long.MAX_VALUE : lag.records();
  }

  /** Returns the lag now; null if nobody answers. */
  public static @Nullable GroupLag of(Admin admin, String group, String topic)
      throws InterruptedException {
    try {
      Map<TopicPartition, OffsetAndMetadata> positions =
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
      admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
          .flatMap(description -> description.partitions().stream())
          .forEach(
              partition ->
                  asked.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
      Map<Integer, Long> ends = new HashMap<>();
      long most = 0;
      for (var end : admin.listOffsets(asked).all().get().entrySet()) {
        OffsetAndMetadata position = positions.get(end.getKey());
        long behind =
            position == null ? Long.MAX_VALUE : end.getValue().offset() - position.offset();
        ends.put(end.getKey().partition(), end.getValue().offset());
        most = Math.max(most, behind);
      }
      return new GroupLag(ends, most);
    } catch (ExecutionException e) {
      return null;
    }
  }
}
