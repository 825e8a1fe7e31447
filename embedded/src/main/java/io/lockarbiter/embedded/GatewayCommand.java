package io.lockarbiter.embedded;

import io.lockarbiter.cli.GatewaySettings;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.gateway.GatewayApplication;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
      "  lockarbiter gateway key web >> keys",
      "  lockarbiter gateway --kafka localhost:9092 \\",
      "    --lockarbiter.gateway.keys-file=keys --lockarbiter.gateway.rules-file=rules"
    })
final class GatewayCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Mixin private final GatewaySettings settings = new GatewaySettings();

  GatewayCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    System.setProperty("lockarbiter.log.level", "INFO");
    try (ConfigurableApplicationContext gateway =
        GatewayApplication.run(settings.arguments().toArray(String[]::new))) {
      System.out.println(
          "The gateway has started: %s://%s:%s; Ctrl-C ends it."
              .formatted(
                  scheme(gateway.getEnvironment()),
                  gateway.getEnvironment().getProperty("server.address"),
                  gateway.getEnvironment().getProperty("local.server.port")));
      signal.await();
    }
    return CommandLine.ExitCode.OK;
  }

  private static String scheme(Environment settings) {
    boolean isSecure =
        Stream.of("certificate", "key-store", "bundle")
            .anyMatch(name -> settings.containsProperty("server.ssl." + name));
    return isSecure ? "https" : "http";
  }

  @Command(
      name = "key",
      description =
          "Makes a key. Prints the line for the file of keys, and on standard error the key, which is shown this once.",
      mixinStandardHelpOptions = true)
  int key(
      @Parameters(paramLabel = "SUBJECT", description = "The name of the key's owner.")
          String subject) {
    return GatewayApplication.makeKey(subject);
  }
}
