package io.lockarbiter.arbiter.kafka;

/**
 * The Kafka services that every partition needs.
 *
 * @param deployment the consumer group; with a partition's number behind it, the transactional id
 *     of its publishers
 * @param batchRecords the most records in one batch
 * @param polls the polls of listeners and readers
 * @param answered runs when a broker has answered a listener; on any thread
 */
public record KafkaServices(
    ProducerSource producers,
    String deployment,
    KafkaFacts facts,
    LogReaders readers,
    Topics topics,
    SameTopics sameTopics,
    int batchRecords,
    Polls polls,
    Runnable answered) {
  /** Opens a publisher with {@link TransactionalPublisher#open}. */
  TransactionalPublisher openPublisher(int partition) {
    return TransactionalPublisher.open(
        producers.open(deployment + "-" + partition), topics, partition, deployment);
  }
}
