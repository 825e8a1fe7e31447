package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.repair.RepairLog;
import io.lockarbiter.contracts.command.Tick;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/** The logs of a partition that no instance owns, or whose owner does not decide. */
public final class RepairedPartition implements RepairLog {
  private final KafkaServices services;
  private final ProducerAppender appender;
  private final int partition;

  /** The logs of one partition. */
  public RepairedPartition(KafkaServices services, ProducerAppender appender, int partition) {
    this.services = services;
    this.appender = appender;
    this.partition = partition;
  }

  @Override
  public StartFacts factsWithoutState() {
    return services.readers().with(logs -> services.facts().readWithoutState(logs, partition));
  }

  @Override
  public Instant appendTick() {
    try {
      return Instant.ofEpochMilli(appender.send(partition, new Tick()).join().timestamp());
    } catch (CompletionException e) {
      throw new KafkaException(
          "no tick could be appended to partition=%d, to learn the brokers' time: %s"
              .formatted(partition, e.getCause()),
          e.getCause());
    }
  }

  @Override
  public Instant firstAppend(long after, Instant latest) {
    Long found =
        services
            .readers()
            .with(
                logs ->
                    services.facts().firstAppend(logs, partition, after, latest.toEpochMilli()));
    return found == null ? latest : Instant.ofEpochMilli(found);
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
