package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class StarveIT {
  @Test
  void deletion_isNotStarvedByUploadsOfWhichSomeAreRenewedSomeReleasedSomeLeft() throws Exception {
    List<String> out = new ArrayList<>();
    Queue<Event> events = new ConcurrentLinkedQueue<>();
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Duration.ofSeconds(60));
      boolean good;
      try (EventWatch watch = new EventWatch(infrastructure.bootstrapServers(), events::add)) {
        good =
            new Starve(StopSignal.never(), out::add)
                .run(infrastructure.bootstrapServers(), Duration.ofSeconds(3));
      }

      assertThat(good).as(String.join("\n", out)).isTrue();
      assertThat(out).last().asString().startsWith("The bound was kept in all ");
      assertThat(out).anyMatch(line -> line.matches(" +1 .* 0  kept"));
      assertThat(events)
          .hasAtLeastOneElementOfType(Renewed.class)
          .anyMatch(event -> isReleased(event, ReleaseReason.RELEASED))
          .anyMatch(event -> isReleased(event, ReleaseReason.EXPIRED));
    }
  }

  private static boolean isReleased(Event event, ReleaseReason reason) {
    return event instanceof Released released && released.reason() == reason;
  }
}
