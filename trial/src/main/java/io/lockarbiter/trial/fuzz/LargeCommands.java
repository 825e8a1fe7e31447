package io.lockarbiter.trial.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Records of {@code lock.commands} that are larger than any command, in a topic that accepts them:
 * somebody made it before the first arbiter could.
 */
final class LargeCommands {
  /** As Kafka's own default. */
  private static final String MESSAGE_BYTES = "1048588";

  private LargeCommands() {}

  /** Makes the topic, with everything else as the arbiter requires. */
  static void allow(Admin admin, int partitions) throws InterruptedException {
    NewTopic topic =
        new NewTopic("lock.commands", partitions, (short) 1)
            .configs(
                Map.of(
                    "message.timestamp.type", "LogAppendTime",
                    "cleanup.policy", "delete",
                    "compression.type", "uncompressed",
                    "unclean.leader.election.enable", "false",
                    "max.message.bytes", MESSAGE_BYTES));
    try {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the topic could not be made", e);
    }
  }

  /**
   * Headers of 2 bytes each, which take 106 bytes of heap if their values are null, and 162 if
   * those are empty.
   */
  static List<Header> headers(int count, byte @Nullable [] value) {
    Header[] headers = new Header[count];
    Arrays.fill(headers, new RecordHeader("", value));
    return List.of(headers);
  }
}
