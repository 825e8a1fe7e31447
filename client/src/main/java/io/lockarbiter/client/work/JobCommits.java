package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commits of a worker, which tell its group which jobs have ended. Used by one thread. */
final class JobCommits {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, JobOffsets> partitions;
  private int mostText = OpenOffsets.MOST_TEXT;
  private long committedAt = System.nanoTime();

  /**
   * No commit yet.
   *
   * @param partitions those that the worker reads at present
   */
  JobCommits(Consumer<byte[], byte[]> consumer, Map<TopicPartition, JobOffsets> partitions) {
    this.consumer = consumer;
    this.partitions = partitions;
  }

  /** Commits once a second, without waiting; a commit that fails is made again. */
  void nowAndThen() {
    long now = System.nanoTime();
    if (now - committedAt < INTERVAL_NANOS) {
      return;
    }
    committedAt = now;
    Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(partitions.keySet());
    if (!offsets.isEmpty()) {
      consumer.commitAsync(
          offsets,
          (committed, failure) -> {
            if (failure == null) {
              committed(offsets);
            } else if (failure instanceof OffsetMetadataTooLarge) {
              refusedText();
            } else {
              LOG.debug("a commit failed and is repeated: {}", failure.getMessage());
            }
          });
    }
  }

  /** Commits, and waits for the answer. */
  void now(Collection<TopicPartition> of) {
    Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(of);
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, LIMIT);
      committed(offsets);
    } catch (OffsetMetadataTooLarge e) {
      refusedText();
      now(of);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) { // a worker whose rights are missing for a while goes on as well
      LOG.info(
          "offsets of {} were not committed: {}. The next worker reads the last jobs again, and asks how those that are done have ended",
          offsets.keySet(),
          e.getMessage());
    }
  }

  /** Commits less text from now on, because the brokers allow less than usual, and none at last. */
  private void refusedText() {
    mostText /= 2;
    LOG.info(
        "the brokers refuse the metadata of a commit (offset.metadata.max.bytes); trying with {} characters. The next worker reads more events again",
        mostText);
  }

  private Map<TopicPartition, OffsetAndMetadata> toCommit(Collection<TopicPartition> of) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : of) {
      JobOffsets jobs = partitions.get(partition);
      if (jobs != null) {
        OffsetAndMetadata commit = jobs.toCommit(mostText);
        if (commit != null) {
          offsets.put(partition, commit);
        }
      }
    }
    return offsets;
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          JobOffsets jobs = partitions.get(partition);
          if (jobs != null) {
            jobs.committed(offset);
          }
        });
  }
}
