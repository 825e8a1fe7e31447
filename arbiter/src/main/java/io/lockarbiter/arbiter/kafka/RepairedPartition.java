package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.repair.RepairLog;
import java.time.Instant;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/** The logs of a partition that no instance owns, or whose owner does not decide. */
public final class RepairedPartition implements RepairLog {
  private final KafkaServices services;
  private final int partition;
  private final int partitions;

  /**
   * The logs of one partition.
   *
   * @param partitions the number of partitions of the deployment
   */
  public RepairedPartition(KafkaServices services, int partition, int partitions) {
    this.services = services;
    this.partition = partition;
    this.partitions = partitions;
  }

  @Override
  public StartFacts factsWithoutState() {
    return services.readers().with(logs -> services.facts().readWithoutState(logs, partition));
  }

  @Override
  public Instant brokersTime() {
    return Instant.ofEpochMilli(
        services.readers().with(logs -> services.facts().latestAppend(logs, partitions)));
  }

  @Override
  public StartFacts facts() {
    return services.readers().with(logs -> services.facts().read(logs, partition));
  }

  @Override
  public boolean hasLastCause() {
    return services.readers().with(logs -> services.facts().hasLastCause(logs, partition));
  }

  @Override
  public Fence fence() {
    TransactionalPublisher publisher = services.openPublisher(partition);
    return new Fence() {
      @Override
      public boolean commit(long offset, @Nullable CommitMetadata metadata) {
        try {
          publisher.commit(offset, metadata);
          return true;
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
          return false;
        }
      }

      @Override
      public void close() {
        publisher.close();
      }
    };
  }
}
