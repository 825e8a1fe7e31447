package io.lockarbiter.embedded;

import io.lockarbiter.cli.ArbiterSettings;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.console.ConsoleApplication;
import java.util.concurrent.Callable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code console}: runs a console beside arbiters that run already. */
@Command(
    name = "console",
    description = "Runs the console for a given Kafka and Redis until Ctrl-C.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Settings are those of the arbiters, and lockarbiter.console.*: console/README.md.",
      "Without a login it listens on loopback only, and every visitor may look; with",
      "--lockarbiter.console.local-role=operator also force locks open.",
      "",
      "Example:",
      "  lockarbiter console --kafka localhost:9092 --redis redis://localhost:6379"
    })
final class ConsoleCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Mixin private final ArbiterSettings settings = new ArbiterSettings();

  ConsoleCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (ConfigurableApplicationContext console =
        ConsoleApplication.run(settings.arguments().toArray(String[]::new))) {
      System.out.println(
          "The console has started: http://%s:%s; Ctrl-C ends it."
              .formatted(
                  console.getEnvironment().getProperty("server.address"),
                  console.getEnvironment().getProperty("local.server.port")));
      signal.await();
    }
    return CommandLine.ExitCode.OK;
  }
}
