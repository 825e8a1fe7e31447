package io.lockarbiter.embedded.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options with which an {@link EmbeddedKafka} starts.
 *
 * @param port for clients; 0 = a free one
 * @param dataDirectory directory of the logs, which stay; null = a temporary directory, deleted at
 *     close
 * @param properties broker properties that override the embedded ones
 */
public record KafkaOptions(int port, @Nullable Path dataDirectory, Map<String, String> properties) {
  /** A free port and a temporary directory. */
  public static final KafkaOptions DEFAULT = new KafkaOptions(0, null, Map.of());

  public KafkaOptions {
    properties = Map.copyOf(properties);
  }

  /** Returns the same options with another port. */
  public KafkaOptions withPort(int newPort) {
    return new KafkaOptions(newPort, dataDirectory, properties);
  }

  /** Returns the same options with a directory that outlives the broker. */
  public KafkaOptions withDataDirectory(Path directory) {
    return new KafkaOptions(port, directory, properties);
  }

  /** Returns the same options with one more broker property. */
  public KafkaOptions withProperty(String name, String value) {
    Map<String, String> more = new HashMap<>(properties);
    more.put(name, value);
    return new KafkaOptions(port, dataDirectory, more);
  }
}
