package io.lockarbiter.cli;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.arbiter.config.StopRequest;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs an arbiter with existing Kafka and Redis servers. */
@Command(
    name = "serve",
    description = "Runs an arbiter against a given Kafka and Redis until Ctrl-C.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Every setting can be given as --name=value, or in the environment, such as",
      "LOCKARBITER_CONCURRENCY=8. A Redis password belongs into the environment:",
      "LOCKARBITER_REDIS_PASSWORD. --kafka and --redis may be left out if they stand",
      "there: SPRING_KAFKA_BOOTSTRAP_SERVERS, LOCKARBITER_REDIS_ADDRESSES.",
      "",
      "Example:",
      "  lockarbiter serve --kafka kafka-1:9092 --redis redis://redis-1:6379 \\",
      "    --lockarbiter.concurrency=8"
    })
public final class ServeCommand implements Callable<Integer> {
  /** Where it is set, programs read the output, and a line of another kind would disturb them. */
  private static final String STRUCTURED = "logging.structured.format.console";

  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  private final StopSignal signal;

  @Mixin private final ArbiterSettings settings = new ArbiterSettings();

  ServeCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    String[] arguments = settings.arguments().toArray(String[]::new);
    System.setProperty("lockarbiter.log.level", "INFO");
    try (ConfigurableApplicationContext arbiter =
        new SpringApplicationBuilder(ArbiterApplication.class)
            .registerShutdownHook(false)
            .logStartupInfo(false)
            .initializers(this::letStop)
            .run(arguments)) {
      String port = arbiter.getEnvironment().getProperty("local.server.port");
      if (arbiter.getEnvironment().getProperty(STRUCTURED, "").isEmpty()) {
        System.out.println("The arbiter has started, port %s; Ctrl-C ends it.".formatted(port));
      } else {
        LOG.info("the arbiter has started, port={}", port);
      }
      signal.await();
    }
    return CommandLine.ExitCode.OK;
  }

  /** Lets a start that waits for Kafka give up at Ctrl-C. */
  private void letStop(ConfigurableApplicationContext starting) {
    StopRequest stop = signal::isWanted;
    starting.getBeanFactory().registerSingleton("stopRequest", stop);
  }
}
