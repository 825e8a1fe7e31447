package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.EventPublisher;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Producer;

/** Opens the publishers of partitions. */
public final class PublisherSource {
  private final ProducerSource producers;
  private final Topics topics;
  private final String deployment;

  /** Publishers whose transactional ids are {@code deployment-partition}. */
  public PublisherSource(ProducerSource producers, Topics topics, String deployment) {
    this.producers = producers;
    this.topics = topics;
    this.deployment = deployment;
  }

  /**
   * Opens the publisher of a partition. Returns when every publisher before it is fenced and its
   * transaction, if one was open, is ended.
   *
   * @param group the consumer's membership at the time of a publication
   */
  public EventPublisher open(int partition, Supplier<ConsumerGroupMetadata> group) {
    Producer<byte[], byte[]> producer = producers.open(deployment + "-" + partition);
    TransactionalPublisher publisher =
        new TransactionalPublisher(producer, topics, partition, group);
    try {
      producer.initTransactions();
      return publisher;
    } catch (RuntimeException e) {
      publisher.close();
      throw e;
    }
  }
}
