package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Released;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of one batch that are more than their producer may keep. */
@Cluster
class FullBufferIT {
  private static final int LOCKS = 400;
  private static final String COMMAND =
      """
      {"type":"acquire","commandId":"l%d","account":"%s","subAccount":"u","operation":"UPLOAD","path":"/f%d","leaseMs":5000,"attributes":{"a":"%s"}}""";

  /** The buffer has 700 KB, the ends of all leases 1.7 MB. */
  @Test
  void eventsThatDoNotFitIntoTheBuffer_waitForRoom(Deployment deployment) {
    deployment.arbiter("spring.kafka.producer.buffer-memory", "700KB");
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(0);
    for (int i = 0; i < LOCKS; i++) {
      log.send(account, COMMAND.formatted(i, account, i, "x".repeat(4_000)));
    }

    await().until(() -> ends(log).size() == LOCKS);
    List<Event> events = log.events();
    assertThat(events)
        .extracting(event -> event.head().seq())
        .as("each event once, in order")
        .doesNotHaveDuplicates()
        .isSorted();
  }

  private static List<Event> ends(KafkaLog log) {
    return log.events().stream().filter(event -> event instanceof Released).toList();
  }
}
