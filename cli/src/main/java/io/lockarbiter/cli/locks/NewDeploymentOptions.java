package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for a second deployment, beside those of {@link KafkaOptions} for the first. */
final class NewDeploymentOptions {
  @Option(
      names = "--to-kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers of the new deployment, separated by commas.")
  private String kafka = "";

  @Option(
      names = "--to-prefix",
      paramLabel = "TEXT",
      description = "Prefix of the topics' names there; --to-arbiter tells it.")
  private @Nullable String prefix;

  @Option(
      names = "--to-kafka-config",
      paramLabel = "FILE",
      description = "Properties of the Kafka clients there.")
  private @Nullable Path config;

  @Option(
      names = "--to-arbiter",
      paramLabel = "URL",
      description =
          "Address of the HTTP side of any arbiter there, which tells the topics and the name; not"
              + " asked if --to-prefix alone is given.")
  private @Nullable String arbiter;

  NewDeploymentOptions() {}

  KafkaOptions kafka() {
    return new KafkaOptions(kafka, prefix, config);
  }

  /** Says whether anything tells the topics there. */
  boolean tellTopics() {
    return prefix != null || arbiter != null;
  }

  ArbiterOption arbiter() {
    return new ArbiterOption(arbiter);
  }
}
