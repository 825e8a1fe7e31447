package io.lockarbiter.gateway.live;

import java.util.Collection;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.TopicPartition;

/** Asks where partitions end, without waiting for the answers. */
public interface LogEnds extends AutoCloseable {
  /**
   * Asks once. A partition about which nobody answers is left out.
   *
   * @param answer gets each partition with the offset behind its last committed record; called by
   *     any thread
   */
  void ask(Collection<TopicPartition> partitions, ObjLongConsumer<TopicPartition> answer);

  @Override
  void close();
}
