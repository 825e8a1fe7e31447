package io.lockarbiter.trial.bench.scale;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** Counts the commands of each partition by the ends of its log, and what the logs take. */
final class LogCounts implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final String EVENTS = "lock.events";

  private final Admin admin;
  private final int partitions;

  LogCounts(String bootstrapServers, int partitions) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", bootstrapServers);
    this.admin = Admin.create(settings);
    this.partitions = partitions;
  }

  /** The end of each partition's log. */
  long[] read() throws InterruptedException {
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(COMMANDS, partition))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    ListOffsetsResult answer = admin.listOffsets(asked);
    long[] ends = new long[partitions];
    try {
      for (TopicPartition partition : asked.keySet()) {
        ends[partition.partition()] = answer.partitionResult(partition).get().offset();
      }
      return ends;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the ends of " + COMMANDS + " are not told", e);
    }
  }

  /** What the broker keeps of both logs, bytes. */
  Bytes bytes() throws InterruptedException {
    long commands = 0;
    long events = 0;
    try {
      List<Integer> brokers = admin.describeCluster().nodes().get().stream().map(Node::id).toList();
      for (var directories : admin.describeLogDirs(brokers).allDescriptions().get().values()) {
        for (LogDirDescription directory : directories.values()) {
          commands += bytes(directory, COMMANDS);
          events += bytes(directory, EVENTS);
        }
      }
      return new Bytes(commands, events);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the sizes of the logs are not told", e);
    }
  }

  private static long bytes(LogDirDescription directory, String topic) {
    return directory.replicaInfos().entrySet().stream()
        .filter(replica -> replica.getKey().topic().equals(topic))
        .mapToLong(replica -> replica.getValue().size())
        .sum();
  }

  /** Of the logs of commands and of events. */
  record Bytes(long commands, long events) {}

  @Override
  public void close() {
    admin.close();
  }
}
