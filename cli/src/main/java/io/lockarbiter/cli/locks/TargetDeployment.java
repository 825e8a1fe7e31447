package io.lockarbiter.cli.locks;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.lockarbiter.cli.connect.ArbiterHttp;
import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.contracts.schema.Topic;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The deployment on which a command acts. Others on the same brokers have the same topics but for
 * the prefix, and would answer as well.
 *
 * @param arbiter the address of the arbiter that told it; null if none was asked
 * @param name its name; null if no arbiter was asked
 * @param topicPrefix the text before the names of its topics
 */
record TargetDeployment(@Nullable String arbiter, @Nullable String name, String topicPrefix) {
  private static final int MOST_BYTES = 64 << 10;
  private static final JsonMapper JSON = JsonMapper.shared();

  /**
   * The deployment of an arbiter.
   *
   * @throws ParameterException if {@code --prefix} names other topics
   * @throws IllegalStateException if it does not tell; the message says why to a user
   */
  static TargetDeployment ofArbiter(String arbiter, KafkaOptions kafka, CommandSpec command)
      throws InterruptedException {
    ArbiterHttp.requireUrl(command, arbiter);
    TargetDeployment told = ask(arbiter);
    String given = kafka.givenPrefix().orElse(told.topicPrefix);
    if (!given.equals(told.topicPrefix)) {
      throw new ParameterException(
          command.commandLine(),
          "--prefix=%s, expected --prefix=%s as %s has it (%s): the command would act in another deployment. Fix: leave --prefix out, or --arbiter=URL of an arbiter of the deployment with %s"
              .formatted(given, told.topicPrefix, arbiter, told.text(), given + topic()));
    }
    return told;
  }

  private static TargetDeployment ask(String arbiter) throws InterruptedException {
    try {
      return new ArbiterHttp().get(arbiter, "/api/deployment", body -> read(arbiter, body));
    } catch (IOException | JacksonException e) {
      throw new IllegalStateException(
          "nothing was done, as %s does not tell its deployment: %s"
              .formatted(arbiter, ArbiterHttp.problem(e)),
          e);
    }
  }

  private static TargetDeployment read(String arbiter, InputStream body) throws IOException {
    Answer answer = JSON.readValue(body.readNBytes(MOST_BYTES), Answer.class);
    if (answer.deployment() == null || answer.topicPrefix() == null) {
      throw new IOException("its answer has no deployment, or no prefix of topics");
    }
    return new TargetDeployment(arbiter, answer.deployment(), answer.topicPrefix());
  }

  /** It as output names it. */
  String text() {
    String topic = "topic=" + topicPrefix + topic();
    return name == null ? topic : "deployment=" + name + " " + topic;
  }

  /** The least that tells it from others: its name, or what is known of its topics. */
  String called() {
    if (name != null) {
      return name;
    }
    return topicPrefix.isEmpty() ? text() : topicPrefix;
  }

  private static String topic() {
    return Topic.COMMANDS.text();
  }

  /** The parts of an answer that are read. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Answer(@Nullable String deployment, @Nullable String topicPrefix) {}
}
