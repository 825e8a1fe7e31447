package io.lockarbiter.gateway.live;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends as the leaders of the partitions tell them. {@link #ask} is called by one thread. */
public final class KafkaEnds implements LogEnds {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEnds.class);

  /** Later answers would tell of too long ago. */
  private static final int PATIENCE_MS = 2_000;

  private final Supplier<Admin> admins;
  private @Nullable Admin admin;

  /**
   * A link that opens when it is first used.
   *
   * @param admins opens a client, which is closed with this
   */
  public KafkaEnds(Supplier<Admin> admins) {
    this.admins = admins;
  }

  @Override
  public void ask(Collection<TopicPartition> partitions, ObjLongConsumer<TopicPartition> answer) {
    try {
      ListOffsetsResult asked = opened().listOffsets(latest(partitions), options());
      for (TopicPartition partition : partitions) {
        // Each by itself: a partition without a leader is no reason to know nothing of the others.
        var unused =
            asked
                .partitionResult(partition)
                .whenComplete(
                    (end, failure) -> {
                      if (end != null) {
                        answer.accept(partition, end.offset());
                      }
                    });
      }
    } catch (KafkaException e) {
      LOG.debug("the ends of the events cannot be asked for", e);
    }
  }

  private Admin opened() {
    Admin open = admin;
    if (open == null) {
      open = admins.get();
      admin = open;
    }
    return open;
  }

  private static Map<TopicPartition, OffsetSpec> latest(Collection<TopicPartition> partitions) {
    return partitions.stream()
        .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest()));
  }

  private static ListOffsetsOptions options() {
    return new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(PATIENCE_MS);
  }

  /** To be called by the thread that asks. */
  @Override
  public void close() {
    Admin open = admin;
    admin = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }
}
