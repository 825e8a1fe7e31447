package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.PartitionLog;
import io.lockarbiter.arbiter.partition.StartFacts;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;

/** A partition that a listener thread's consumer is assigned. Used by that thread alone. */
final class ConsumedPartition implements PartitionLog {
  private final KafkaServices services;
  private final Consumer<?, ?> consumer;
  private final LogReader logs;
  private final int partition;
  private final TopicPartition commands;

  /**
   * A partition just assigned. The consumer does not read it before the start position is known;
   * until then any will do, but without one a poll would fail.
   */
  ConsumedPartition(
      KafkaServices services, Consumer<?, ?> consumer, LogReader logs, int partition) {
    this.services = services;
    this.consumer = consumer;
    this.logs = logs;
    this.partition = partition;
    this.commands = services.topics().commands(partition);
    pause();
    consumer.seek(commands, 0);
  }

  @Override
  public void pause() {
    consumer.pause(Set.of(commands));
  }

  @Override
  public void readFrom(long offset) {
    consumer.seek(commands, offset);
    consumer.resume(Set.of(commands));
  }

  @Override
  public boolean hasRead(long end) {
    try {
      return consumer.position(commands, Duration.ZERO) >= end;
    } catch (TimeoutException e) {
      return false; // the position is being validated
    }
  }

  @Override
  public OptionalLong lag() {
    return consumer.currentLag(commands);
  }

  @Override
  public long end(Duration longest) {
    return logs.end(commands, longest);
  }

  @Override
  public int generation() {
    return consumer.groupMetadata().generationId();
  }

  @Override
  public EventPublisher openPublisher() {
    return TransactionalPublisher.open(
        services.producers().open(services.deployment() + "-" + partition),
        services.topics(),
        partition,
        consumer::groupMetadata);
  }

  @Override
  public StartFacts facts() {
    return services.facts().read(consumer, logs, partition);
  }

  @Override
  public FailureKind kind(RuntimeException failure) {
    if (failure instanceof CommitFailedException) {
      return FailureKind.REFUSED_BY_GROUP;
    }
    if (failure instanceof ProducerFencedException
        || failure instanceof InvalidProducerEpochException) {
      return FailureKind.TAKEN_OVER;
    }
    return failure instanceof KafkaException ? FailureKind.PASSING : FailureKind.UNEXPECTED;
  }
}
