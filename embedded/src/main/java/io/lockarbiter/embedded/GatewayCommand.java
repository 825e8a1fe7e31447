package io.lockarbiter.embedded;

import io.lockarbiter.cli.ArbiterSettings;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.gateway.GatewayApplication;
import java.util.concurrent.Callable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code gateway}: runs a gateway beside arbiters that run already. */
@Command(
    name = "gateway",
    description = "Runs a gateway for HTTP, for a given Kafka, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Settings are lockarbiter.gateway.*, with a file of keys and one of rules:",
      "gateway/README.md, Who may. It asks no Redis.",
      "",
      "Example:",
      "  lockarbiter gateway --kafka localhost:9092 \\",
      "    --lockarbiter.gateway.keys-file=keys --lockarbiter.gateway.rules-file=rules"
    })
final class GatewayCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Mixin private final ArbiterSettings settings = new ArbiterSettings();

  GatewayCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (ConfigurableApplicationContext gateway =
        GatewayApplication.run(settings.arguments().toArray(String[]::new))) {
      System.out.println(
          "The gateway has started: http://%s:%s; Ctrl-C ends it."
              .formatted(
                  gateway.getEnvironment().getProperty("server.address"),
                  gateway.getEnvironment().getProperty("local.server.port")));
      signal.await();
    }
    return CommandLine.ExitCode.OK;
  }
}
