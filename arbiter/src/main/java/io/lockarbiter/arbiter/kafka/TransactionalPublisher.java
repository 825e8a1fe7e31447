package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.EncodedEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka transaction per publication, with or without the position. A failed send shows at the
 * commit.
 *
 * <p>The position is committed without the group's generation: the transactional id, one for each
 * partition, keeps out earlier owners. The generation would do so too. But the group refuses it
 * from the moment another member joins until this one has learnt of it, even for partitions that
 * stay where they are.
 */
final class TransactionalPublisher implements EventPublisher {
  private final Producer<byte[], byte[]> producer;
  private final Topics topics;
  private final int partition;
  private final ConsumerGroupMetadata group;
  private boolean begun;

  private TransactionalPublisher(
      Producer<byte[], byte[]> producer,
      Topics topics,
      int partition,
      ConsumerGroupMetadata group) {
    this.producer = producer;
    this.topics = topics;
    this.partition = partition;
    this.group = group;
  }

  /**
   * Opens the publisher of a partition. Returns when every publisher before it is fenced and its
   * transaction, if one was open, is ended.
   *
   * @param producer a producer for this publisher alone that has begun no transaction
   * @param groupId the group for which positions are committed
   */
  @SuppressWarnings("deprecation") // committing without a generation is intended
  static TransactionalPublisher open(
      Producer<byte[], byte[]> producer, Topics topics, int partition, String groupId) {
    try {
      producer.initTransactions();
      return new TransactionalPublisher(
          producer, topics, partition, new ConsumerGroupMetadata(groupId));
    } catch (RuntimeException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }

  @Override
  public void add(List<EncodedEvent> events) {
    begin();
    for (EncodedEvent event : events) {
      producer.send(OutgoingRecord.of(event, topics.events(), partition));
    }
  }

  @Override
  public void drop() {
    producer.abortTransaction();
    begun = false;
  }

  @Override
  public void commit() {
    begin();
    producer.commitTransaction();
    begun = false;
  }

  @Override
  public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
    begin();
    for (DeadLetter letter : deadLetters) {
      producer.send(OutgoingRecord.of(letter, topics, partition));
    }
    commit(nextOffset, metadata);
  }

  /**
   * Commits a position.
   *
   * @param metadata the metadata; null for none, as after a reset by a tool
   */
  void commit(long nextOffset, @Nullable CommitMetadata metadata) {
    begin();
    OffsetAndMetadata position =
        metadata == null
            ? new OffsetAndMetadata(nextOffset)
            : new OffsetAndMetadata(nextOffset, CommitMetadataCodec.encode(metadata));
    producer.sendOffsetsToTransaction(Map.of(topics.commands(partition), position), group);
    commit();
  }

  private void begin() {
    if (!begun) {
      producer.beginTransaction();
      begun = true;
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
