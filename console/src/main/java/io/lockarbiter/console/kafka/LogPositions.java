package io.lockarbiter.console.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * The positions of the arbiters in {@code lock.commands}, as far as the console has the rights to
 * read them.
 */
public final class LogPositions implements AutoCloseable {

  private final Admin admin;
  private final ConsoleTopics topics;
  private final String group;
  private final Duration timeout;

  /**
   * Reads the positions of the arbiters' consumer group.
   *
   * @param timeout longest wait for one answer
   */
  public LogPositions(Admin admin, ConsoleTopics topics, String group, Duration timeout) {
    this.admin = admin;
    this.topics = topics;
    this.group = group;
    this.timeout = timeout;
  }

  /**
   * The position in a partition.
   *
   * @param begin offset of the first command that is retained; null if unknown
   * @param end offset behind the last command
   * @param committed offset of the first undecided command; null if unknown
   * @param lastAppendedAt append time of the latest command, epoch ms; null if unknown
   * @param owned whether an arbiter owns it; null if unknown
   */
  public record Position(
      @Nullable Long begin,
      long end,
      @Nullable Long committed,
      @Nullable Long lastAppendedAt,
      @Nullable Boolean owned) {
    /** Returns the number of undecided commands; null if unknown. */
    public @Nullable Long lag() {
      return committed == null ? null : Math.max(0, end - committed);
    }
  }

  /**
   * All partitions.
   *
   * @param byPartition the known positions
   * @param problem what could not be read; null if all could
   */
  public record Positions(Map<Integer, Position> byPartition, @Nullable String problem) {}

  /**
   * Reads the positions now. Begins are read first and ends last: if the log moves on meanwhile, no
   * commit lies outside of it.
   */
  public synchronized Positions read() {
    try {
      Map<TopicPartition, ListOffsetsResultInfo> begins = offsets(OffsetSpec.earliest());
      Committed committed = committed();
      Set<TopicPartition> owned = committed.problem == null ? owned() : null;
      Map<TopicPartition, ListOffsetsResultInfo> latest = offsets(OffsetSpec.maxTimestamp());
      Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(OffsetSpec.latest());
      Map<Integer, Position> found = new HashMap<>();
      ends.forEach(
          (partition, end) -> {
            OffsetAndMetadata position = committed.offsets.get(partition);
            ListOffsetsResultInfo stamp = latest.get(partition);
            found.put(
                partition.partition(),
                new Position(
                    begins.get(partition) == null ? null : begins.get(partition).offset(),
                    end.offset(),
                    position == null ? null : position.offset(),
                    stamp == null || stamp.timestamp() < 0 ? null : stamp.timestamp(),
                    owned == null ? null : owned.contains(partition)));
          });
      return new Positions(found, committed.problem);
    } catch (KafkaException | TimeoutException e) {
      return new Positions(Map.of(), "positions: " + e.getMessage());
    }
  }

  private record Committed(
      Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable String problem) {}

  /** Needs a right that the console may lack. */
  private Committed committed() throws TimeoutException {
    try {
      return new Committed(
          await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()), null);
    } catch (KafkaException e) {
      return new Committed(Map.of(), "group %s: %s".formatted(group, e.getMessage()));
    }
  }

  /** Returns the partitions that members of the group own; null during a rebalance. */
  private @Nullable Set<TopicPartition> owned() throws TimeoutException {
    @Nullable ConsumerGroupDescription found;
    try {
      found = await(admin.describeConsumerGroups(List.of(group)).all()).get(group);
    } catch (KafkaException e) {
      return e.getCause() instanceof GroupIdNotFoundException ? Set.of() : null;
    }
    if (found == null) {
      return null;
    }
    return switch (found.groupState()) {
      case STABLE, EMPTY, DEAD ->
          found.members().stream()
              .flatMap(member -> member.assignment().topicPartitions().stream())
              .collect(Collectors.toSet());
      default -> null;
    };
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(OffsetSpec spec)
      throws TimeoutException {
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, topics.partitions())
            .mapToObj(n -> new TopicPartition(topics.commands(), n))
            .collect(Collectors.toMap(Function.identity(), partition -> spec));
    return await(admin.listOffsets(asked).all());
  }

  private <T> T await(KafkaFuture<T> answer) throws TimeoutException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new KafkaException(String.valueOf(cause.getMessage()), cause);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
