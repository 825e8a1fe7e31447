package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.KafkaOptions;
import java.nio.file.Path;

/** The embedded broker in a process of its own, until SIGTERM. */
final class BrokerMain {
  static final String STARTED = "broker=";

  private BrokerMain() {}

  /**
   * Starts the broker.
   *
   * @param arguments the directory of its data
   */
  public static void main(String[] arguments) {
    EmbeddedKafka kafka =
        EmbeddedKafka.start(KafkaOptions.DEFAULT.withDataDirectory(Path.of(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
    System.out.println(STARTED + kafka.bootstrapServers());
  }
}
