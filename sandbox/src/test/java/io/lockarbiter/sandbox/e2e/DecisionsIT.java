package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DecisionsIT {
  private static EmbeddedInfrastructure infrastructure;
  private static ArbiterNode arbiter;
  private static KafkaLog log;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
    arbiter = ArbiterNode.start(infrastructure, Map.of());
    log = new KafkaLog(infrastructure);
  }

  @AfterAll
  static void stop() {
    log.close();
    arbiter.close();
    infrastructure.close();
  }

  @Test
  void acquire_isGrantedAndTheConflictingOneRejected() {
    log.send("acme", Command.acquire("acme", "a1", "/x"));
    log.send("acme", Command.acquire("acme", "a2", "/x"));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(events())
                    .extracting(Event::type)
                    .containsExactly(EventType.GRANTED, EventType.REJECTED));
    System.out.println(arbiter.get("/api/partitions"));
    System.out.println(arbiter.get("/actuator/health"));
    System.out.println(arbiter.get("/api/accounts/acme/locks"));
  }

  private static List<Event> events() {
    return log.read("lock.events").stream()
        .map(record -> EventCodec.decode(record.value()))
        .toList();
  }
}
