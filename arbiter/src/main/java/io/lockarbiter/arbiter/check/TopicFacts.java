package io.lockarbiter.arbiter.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic as the brokers describe it.
 *
 * @param id the cluster's id of the topic, which changes when it is made anew
 * @param replicas the number of replicas of the partition that has the fewest
 * @param settings the settings by name; null if they may not be read
 */
public record TopicFacts(
    String name, String id, int partitions, int replicas, @Nullable Map<String, String> settings) {}
