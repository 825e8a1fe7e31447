package io.lockarbiter.sandbox.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far a consumer group is behind the end of a topic. */
public final class GroupLag {
  private GroupLag() {}

  /** Says whether that is so many records at most, in every partition; false if nobody answers. */
  public static boolean isAtMost(Admin admin, String group, String topic, long records)
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
      return admin.listOffsets(asked).all().get().entrySet().stream()
          .allMatch(
              end ->
                  positions.containsKey(end.getKey())
                      && end.getValue().offset() - positions.get(end.getKey()).offset() <= records);
    } catch (ExecutionException e) {
      return false;
    }
  }
}
