package io.lockarbiter.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options for the settings of an arbiter, which several commands share. */
public final class ArbiterSettings {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, separated by commas.")
  private @Nullable String kafka;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "Redis server, redis://HOST:PORT, or rediss:// with TLS.")
  private @Nullable String redis;

  @Parameters(
      paramLabel = "--NAME=VALUE",
      description = "Further settings of the arbiter, of Spring Boot and of spring-kafka.")
  private List<String> settings = new ArrayList<>();

  /** Options without values. */
  public ArbiterSettings() {}

  /**
   * The options as arguments for Spring Boot.
   *
   * @throws ParameterException if an option is missing or not understood
   */
  public List<String> arguments() {
    try {
      return ServeArguments.of(kafka, redis, settings, System.getenv().keySet());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
