package io.lockarbiter.arbiter.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a Kafka cluster on which the arbiter depends.
 *
 * @param transactionVersion the finalized level of the feature; 0 if it has none
 * @param broker the settings of one broker by name; null if they may not be read
 */
public record KafkaFacts(
    String bootstrapServers,
    String clusterId,
    int transactionVersion,
    @Nullable Map<String, String> broker,
    TopicFacts commands,
    TopicFacts events,
    TopicFacts deadLetters) {
  /** The largest record that may be read. */
  public LargestRecord largestRecord() {
    return LargestRecord.of(commands);
  }
}
