package io.lockarbiter.gateway.live;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.TopicPartition;

/** Ends that a test sets, 0 unless given, and brokers that fall silent. */
public final class OwnEnds implements LogEnds {
  /** A partition in here has its own end; a negative one is told by nobody. */
  final Map<Integer, Long> ends = new ConcurrentHashMap<>();

  /** How often they were told. */
  final AtomicInteger asked = new AtomicInteger();

  public volatile boolean isSilent;

  @Override
  public void ask(Collection<TopicPartition> partitions, ObjLongConsumer<TopicPartition> answer) {
    if (!isSilent) {
      for (TopicPartition partition : partitions) {
        long end = ends.getOrDefault(partition.partition(), 0L);
        if (end >= 0) {
          answer.accept(partition, end);
        }
      }
      asked.incrementAndGet();
    }
  }

  @Override
  public void close() {}
}
