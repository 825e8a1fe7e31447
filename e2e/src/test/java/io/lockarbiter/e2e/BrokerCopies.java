package io.lockarbiter.e2e;

import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.RedisOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Brokers whose directories are known, so that they can be copied. */
final class BrokerCopies {
  private BrokerCopies() {}

  /** Starts a broker on what a directory has, and an empty Redis. */
  static EmbeddedInfrastructure start(Path directory) {
    return EmbeddedInfrastructure.start(
        KafkaOptions.DEFAULT.withDataDirectory(directory), RedisOptions.DEFAULT);
  }

  /** Stops a broker and copies its directory; it stays stopped. */
  static void stopAndCopy(EmbeddedKafka broker, Path from, Path to) throws IOException {
    broker.stop();
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : (Iterable<Path>) all::iterator) {
        Path copy = to.resolve(from.relativize(one).toString());
        if (Files.isDirectory(one)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(one, copy);
        }
      }
    }
  }
}
