package io.lockarbiter.sandbox;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.sandbox.run.StopSignal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs an arbiter against a Kafka and a Redis that are there already. */
@Command(
    name = "serve",
    description = "Runs an arbiter against a given Kafka and Redis until Ctrl-C.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Every setting can be given as --name=value, or in the environment, such as",
      "LOCKARBITER_CONCURRENCY=8. A Redis password belongs into the environment:",
      "LOCKARBITER_REDIS_PASSWORD.",
      "",
      "Example:",
      "  lockarbiter serve --kafka kafka-1:9092 --redis redis://redis-1:6379 \\",
      "    --lockarbiter.concurrency=8"
    })
final class ServeCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers, separated by commas.")
  private String kafka = "";

  @Option(
      names = "--redis",
      paramLabel = "URL",
      required = true,
      description = "Redis server, redis://HOST:PORT, or rediss:// with TLS.")
  private String redis = "";

  @Parameters(
      paramLabel = "--NAME=VALUE",
      description = "Further settings of the arbiter, of Spring Boot and of spring-kafka.")
  private List<String> settings = new ArrayList<>();

  ServeCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    System.setProperty("lockarbiter.log.level", "INFO");
    try (ConfigurableApplicationContext arbiter =
        new SpringApplicationBuilder(ArbiterApplication.class)
            .registerShutdownHook(false)
            .run(arguments().toArray(String[]::new))) {
      signal.await();
    }
    return CommandLine.ExitCode.OK;
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.kafka.bootstrap-servers=" + kafka);
    arguments.addAll(redisArguments());
    for (String setting : settings) {
      if (!setting.matches("--[A-Za-z][^=]*=.*")) {
        throw refused(
            "unknown argument '%s', expected a setting of the form --name=value"
                .formatted(setting));
      }
      arguments.add(setting);
    }
    return arguments;
  }

  private List<String> redisArguments() {
    URI address;
    try {
      address = URI.create(redis);
    } catch (IllegalArgumentException e) {
      throw refused("--redis is no URL, expected redis://HOST:PORT");
    }
    if (address.getHost() == null || address.getPort() < 0 || address.getScheme() == null) {
      throw refused("--redis has no host or port, expected redis://HOST:PORT");
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(
        "--lockarbiter.redis.addresses=%s://%s:%d"
            .formatted(address.getScheme(), address.getHost(), address.getPort()));
    String login = address.getUserInfo();
    if (login != null) {
      int colon = login.indexOf(':');
      if (colon > 0) {
        arguments.add("--lockarbiter.redis.username=" + login.substring(0, colon));
      }
      arguments.add("--lockarbiter.redis.password=" + login.substring(colon + 1));
    }
    return arguments;
  }

  private RuntimeException refused(String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new ParameterException(spec.commandLine(), message);
  }
}
