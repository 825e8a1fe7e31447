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

/** The options for the settings of a gateway, which asks Kafka only. */
public final class GatewaySettings {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, separated by commas.")
  private @Nullable String kafka;

  @Parameters(
      paramLabel = "--NAME=VALUE",
      description = "Settings of the gateway, of Spring Boot and of spring-kafka.")
  private List<String> settings = new ArrayList<>();

  /** Options without values. */
  public GatewaySettings() {}

  /**
   * The options as arguments for Spring Boot.
   *
   * @throws ParameterException if an option is missing or not understood
   */
  public List<String> arguments() {
    try {
      return ServeArguments.ofKafka(kafka, settings, System.getenv().keySet());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
