package io.lockarbiter.cli.connect;

import io.lockarbiter.service.RootCause;
import io.lockarbiter.service.kafka.AdminAnswer;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for a deployment's topics, which several commands share. */
public final class KafkaOptions {
  private static final int LONGEST_WAIT_MS = 10_000;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers, separated by commas.")
  private String kafka = "";

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description =
          "Prefix of the topics' names: lockarbiter.topics.prefix of the arbiters. A command that"
              + " has --arbiter learns it there.")
  private @Nullable String prefix;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Properties of the Kafka clients, such as security.protocol.")
  private @Nullable Path config;

  /** Options without values. */
  public KafkaOptions() {}

  /**
   * The options of another deployment.
   *
   * @param prefix null if it is not given
   * @param config null if there is none
   */
  public KafkaOptions(String kafka, @Nullable String prefix, @Nullable Path config) {
    this.kafka = kafka;
    this.prefix = prefix;
    this.config = config;
  }

  /** Text before the topics' names; empty unless an option says so. */
  public String prefix() {
    return givenPrefix().orElse("");
  }

  /** Text before the topics' names, if an option says it; it may say that there is none. */
  public Optional<String> givenPrefix() {
    return Optional.ofNullable(prefix);
  }

  /** These options for a command line that reaches the same brokers. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--kafka", kafka));
    if (config != null) {
      arguments.addAll(List.of("--kafka-config", config.toString()));
    }
    return arguments;
  }

  /**
   * Settings of Kafka clients.
   *
   * @throws UncheckedIOException if the file that an option names cannot be read
   */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    if (config != null) {
      try (Reader reader = Files.newBufferedReader(config)) {
        Properties properties = new Properties();
        properties.load(reader);
        properties.forEach((name, value) -> settings.put(String.valueOf(name), value));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read --kafka-config " + config, e);
      }
    }
    settings.put("bootstrap.servers", kafka);
    return settings;
  }

  /**
   * Says whether these brokers are of the same cluster as others.
   *
   * @throws IllegalStateException if one does not answer; the message says so to a user
   */
  public boolean isSameCluster(KafkaOptions other) {
    return kafka.equals(other.kafka) || clusterId().equals(other.clusterId());
  }

  private String clusterId() {
    Map<String, Object> config = settings();
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LONGEST_WAIT_MS);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LONGEST_WAIT_MS);
    try (Admin admin = Admin.create(config)) {
      return AdminAnswer.await(
          admin.describeCluster().clusterId(), Duration.ofMillis(LONGEST_WAIT_MS));
    } catch (KafkaException e) {
      throw new IllegalStateException(
          "nothing was done, as Kafka at %s does not tell its cluster: %s"
              .formatted(kafka, RootCause.of(e).getMessage()),
          e);
    }
  }
}
