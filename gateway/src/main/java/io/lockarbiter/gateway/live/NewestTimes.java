package io.lockarbiter.gateway.live;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Tells the times of the latest records. */
@FunctionalInterface
public interface NewestTimes {
  /**
   * The log times of the latest records, epoch ms; without the partitions that have none.
   *
   * @throws KafkaException if they cannot be learnt
   */
  Map<TopicPartition, Long> of(Collection<TopicPartition> partitions);

  /** Times as the brokers tell them. */
  static NewestTimes by(Supplier<Admin> admins, Duration patience) {
    return partitions -> {
      Map<TopicPartition, OffsetSpec> asked =
          partitions.stream()
              .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.maxTimestamp()));
      Map<TopicPartition, Long> times = new HashMap<>();
      try (Admin admin = admins.get()) {
        Map<TopicPartition, ListOffsetsResultInfo> found =
            admin.listOffsets(asked).all().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        for (TopicPartition partition : partitions) {
          ListOffsetsResultInfo newest = found.get(partition);
          if (newest != null && newest.timestamp() >= 0) {
            times.put(partition, newest.timestamp());
          }
        }
        return times;
      } catch (ExecutionException | TimeoutException e) {
        throw new KafkaException("the times of the latest events cannot be learnt", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new KafkaException("interrupted", e);
      }
    };
  }
}
