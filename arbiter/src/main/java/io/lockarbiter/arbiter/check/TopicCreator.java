package io.lockarbiter.arbiter.check;

import io.lockarbiter.service.StartupRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics, with the settings that the start-up checks require. */
public final class TopicCreator {
  private static final Logger LOG = LoggerFactory.getLogger(TopicCreator.class);
  private static final long LOOK_MS = 50;

  private final Admin admin;
  private final AdminCalls calls;
  private final int partitions;
  private final @Nullable Short replicationFactor;

  /**
   * A creator.
   *
   * @param partitions the number of partitions of commands and events
   * @param replicationFactor the replication factor; null = the brokers' default
   */
  public TopicCreator(
      Admin admin,
      String bootstrapServers,
      Duration timeout,
      int partitions,
      @Nullable Short replicationFactor) {
    this.admin = admin;
    this.calls = new AdminCalls(bootstrapServers, timeout);
    this.partitions = partitions;
    this.replicationFactor = replicationFactor;
  }

  /**
   * Creates those of the topics that do not exist.
   *
   * @return the names of the topics that this call itself created
   * @throws StartupRefusedException if a topic is missing and may not be created
   */
  public Set<String> createMissing(
      String commands, String events, String deadLetters, boolean allowed) {
    List<NewTopic> missing = new ArrayList<>();
    Set<String> present = present();
    for (NewTopic topic : List.of(commands(commands), log(events), deadLetters(deadLetters))) {
      if (!present.contains(topic.name())) {
        missing.add(topic);
      }
    }
    if (!allowed && !missing.isEmpty()) {
      throw new StartupRefusedException(missing.stream().map(this::refusal).toList());
    }
    Set<String> created =
        missing.stream().filter(this::create).map(NewTopic::name).collect(Collectors.toSet());
    awaitAll(missing);
    return created;
  }

  private Set<String> present() {
    return calls.await("its topics", admin.listTopics().names());
  }

  private NewTopic commands(String name) {
    NewTopic topic = log(name);
    topic.configs().put("compression.type", "uncompressed");
    topic.configs().put(TopicRules.MESSAGE_BYTES, Long.toString(TopicRules.COMMAND_BYTES));
    return topic;
  }

  private NewTopic log(String name) {
    return topic(name, partitions)
        .configs(
            new TreeMap<>(
                Map.of(
                    "message.timestamp.type", "LogAppendTime",
                    "cleanup.policy", "delete",
                    "unclean.leader.election.enable", "false")));
  }

  private NewTopic deadLetters(String name) {
    return topic(name, 1).configs(Map.of("cleanup.policy", "delete"));
  }

  private NewTopic topic(String name, int count) {
    return new NewTopic(name, Optional.of(count), Optional.ofNullable(replicationFactor));
  }

  private boolean create(NewTopic topic) {
    try {
      calls.await("the new topic " + topic.name(), admin.createTopics(List.of(topic)).all());
      LOG.info("created topic {} with {} partitions", topic.name(), topic.numPartitions());
      return true;
    } catch (StartupRefusedException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw e;
    }
  }

  /** Waits until every broker knows the new topics, which takes a moment. */
  private void awaitAll(List<NewTopic> topics) {
    Set<String> names = topics.stream().map(NewTopic::name).collect(Collectors.toSet());
    long deadline = System.nanoTime() + calls.timeout().toNanos();
    while (!present().containsAll(names)) {
      if (System.nanoTime() - deadline > 0) {
        throw new StartupRefusedException(
            List.of(
                "topics %s were created at %s and are not visible after %d ms. Fix: see that all brokers run, then start again"
                    .formatted(names, calls.bootstrapServers(), calls.timeout().toMillis())));
      }
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private String refusal(NewTopic topic) {
    return "topic %s is missing and lockarbiter.topics.create=false; commands could not be decided. Fix: kafka-topics.sh --bootstrap-server %s --create --topic %s --partitions %d%s"
        .formatted(
            topic.name(),
            calls.bootstrapServers(),
            topic.name(),
            topic.numPartitions(),
            topic.configs().entrySet().stream()
                .map(entry -> " --config " + entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining()));
  }
}
