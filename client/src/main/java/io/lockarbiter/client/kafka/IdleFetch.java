package io.lockarbiter.client.kafka;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The fetch of a consumer that reads on and on: at the end of a partition it waits for events.
 * Internal, no API.
 */
public final class IdleFetch {
  private IdleFetch() {}

  /**
   * Closes a consumer of no group without waiting for its last fetch, which takes half a second and
   * finds nothing. There is nothing to commit and no group to leave; the broker forgets the fetch
   * session by itself.
   */
  @SuppressWarnings("deprecation") // its successor is missing in the client of Spring Boot 3.5
  public static void close(Consumer<?, ?> consumer) {
    consumer.close(Duration.ZERO);
  }
}
