package io.lockarbiter.arbiter.check;

import io.lockarbiter.service.StartupRefusedException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/** Asks a Kafka cluster for the facts that the start-up checks judge. */
public final class KafkaFactsReader {
  private static final String FEATURE = "transaction.version";

  private final Admin admin;
  private final AdminCalls calls;

  /**
   * A reader.
   *
   * @param bootstrapServers the servers as remedies name them
   * @param timeout longest wait for one answer
   */
  public KafkaFactsReader(Admin admin, String bootstrapServers, Duration timeout) {
    this.admin = admin;
    this.calls = new AdminCalls(bootstrapServers, timeout);
  }

  /**
   * Reads the facts; the topics must exist.
   *
   * @throws StartupRefusedException if the cluster does not answer
   */
  public KafkaFacts read(String commands, String events, String deadLetters) {
    String clusterId = calls.await("its id", admin.describeCluster().clusterId());
    Map<String, TopicDescription> topics =
        calls.await(
            "topics " + commands + ", " + events + ", " + deadLetters,
            admin.describeTopics(List.of(commands, events, deadLetters)).allTopicNames());
    return new KafkaFacts(
        calls.bootstrapServers(),
        clusterId,
        transactionVersion(),
        brokerSettings(),
        topic(topics, commands),
        topic(topics, events),
        topic(topics, deadLetters));
  }

  private int transactionVersion() {
    FinalizedVersionRange range =
        calls
            .await("its features", admin.describeFeatures().featureMetadata())
            .finalizedFeatures()
            .get(FEATURE);
    return range == null ? 0 : range.maxVersionLevel();
  }

  private @Nullable Map<String, String> brokerSettings() {
    Collection<Node> nodes = calls.await("its brokers", admin.describeCluster().nodes());
    String broker = nodes.iterator().next().idString();
    return settings(new ConfigResource(ConfigResource.Type.BROKER, broker));
  }

  private TopicFacts topic(Map<String, TopicDescription> topics, String name) {
    TopicDescription topic = topics.get(name);
    if (topic == null) {
      throw new IllegalStateException(name + " was asked for and is not described");
    }
    return new TopicFacts(
        name,
        topic.topicId().toString(),
        topic.partitions().size(),
        topic.partitions().stream().mapToInt(one -> one.replicas().size()).min().orElse(0),
        settings(new ConfigResource(ConfigResource.Type.TOPIC, name)));
  }

  private @Nullable Map<String, String> settings(ConfigResource resource) {
    try {
      Config config =
          calls
              .await(
                  "settings of " + resource.name(), admin.describeConfigs(List.of(resource)).all())
              .get(resource);
      Map<String, String> settings = new HashMap<>();
      if (config != null) {
        for (ConfigEntry entry : config.entries()) {
          if (entry.value() != null) {
            settings.put(entry.name(), entry.value());
          }
        }
      }
      return settings;
    } catch (StartupRefusedException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return null;
      }
      throw e;
    }
  }
}
