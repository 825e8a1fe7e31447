package io.lockarbiter.embedded;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.server.BrokersLog;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code up}: starts Kafka, Redis and an arbiter without traffic. */
@Command(
    name = "up",
    description = {
      "Starts Kafka, Redis, an arbiter, a console and a gateway, all on this machine and without traffic, until Ctrl-C.",
      "Prints their addresses and lines to paste. Nothing is kept afterwards."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Settings of the arbiter come from the environment: in capitals, with _ for each",
      "dot and dash. For lockarbiter.names.without-case=true:",
      "  LOCKARBITER_NAMES_WITHOUT_CASE=true ./lockarbiter up"
    })
final class UpCommand implements Callable<Integer> {
  private static final Duration START = Duration.ofSeconds(60);

  private final StopSignal signal;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port of Kafka, the next free one if taken (default: ${DEFAULT-VALUE}).")
  private int kafkaPort;

  @Option(
      names = "--redis-port",
      paramLabel = "PORT",
      defaultValue = "6379",
      description = "Port of Redis, the next free one if taken (default: ${DEFAULT-VALUE}).")
  private int redisPort;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description =
          "Port of the arbiter's HTTP view, the next free one if taken (default: ${DEFAULT-VALUE}).")
  private int httpPort;

  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      defaultValue = "8090",
      description = "Port of the console, the next free one if taken (default: ${DEFAULT-VALUE}).")
  private int consolePort;

  @Option(
      names = "--gateway-port",
      paramLabel = "PORT",
      defaultValue = "8070",
      description =
          "Port of the gateway for HTTP, the next free one if taken (default: ${DEFAULT-VALUE}).")
  private int gatewayPort;

  UpCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    BrokersLog.setUp(null);
    out.println("starting Kafka and Redis …");
    try (EmbeddedInfrastructure infrastructure =
            EmbeddedInfrastructure.start(
                KafkaOptions.DEFAULT.withPort(Ports.freeFrom(kafkaPort)),
                RedisOptions.DEFAULT.withPort(Ports.freeFrom(redisPort)));
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(infrastructure, Ports.freeFrom(httpPort), Map.of())) {
      arbiter.awaitRunning(START);
      try (EmbeddedConsole console =
              EmbeddedConsole.start(infrastructure, Ports.freeFrom(consolePort), Map.of());
          EmbeddedGateway gateway =
              EmbeddedGateway.start(
                  infrastructure,
                  Ports.freeFrom(gatewayPort),
                  Map.of("lockarbiter.gateway.arbiter", arbiter.httpAddress()))) {
        out.println(
            UpText.of(
                infrastructure.bootstrapServers(),
                infrastructure.redisAddress(),
                arbiter.httpAddress(),
                console.address(),
                gateway.address(),
                gateway.key()));
        signal.await();
        out.println("stopping …");
      }
    }
    return CommandLine.ExitCode.OK;
  }
}
