package io.lockarbiter.embedded.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to start an {@link EmbeddedKafka}.
 *
 * @param port where clients connect; 0 = a free one
 * @param dataDirectory where the logs live and stay; null = a temporary directory, deleted at close
 * @param properties broker properties that win over the embedded ones
 */
public record KafkaOptions(int port, @Nullable Path dataDirectory, Map<String, String> properties) {
  /** A free port and a temporary directory. */
  public static final KafkaOptions DEFAULT = new KafkaOptions(0, null, Map.of());

  /** Copies the properties. */
  public KafkaOptions {
    properties = Map.copyOf(properties);
  }

  /** The same on another port. */
  public KafkaOptions withPort(int newPort) {
    return new KafkaOptions(newPort, dataDirectory, properties);
  }

  /** The same in a directory that outlives the broker. */
  public KafkaOptions withDataDirectory(Path directory) {
    return new KafkaOptions(port, directory, properties);
  }

  /** The same with one more broker property. */
  public KafkaOptions withProperty(String name, String value) {
    Map<String, String> more = new HashMap<>(properties);
    more.put(name, value);
    return new KafkaOptions(port, dataDirectory, more);
  }
}
