package io.lockarbiter.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.testing.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningLogTest {
  private final SimulatedTime time = new SimulatedTime();
  private final List<String> lines = new ArrayList<>();
  private final WarningLog log = new WarningLog(time, lines::add, "more leases were lost");

  private void tell(int times) {
    for (int each = 0; each < times; each++) {
      log.tell(() -> "lost");
    }
  }

  @Test
  void tenThousandAtOnce_areElevenLines() {
    tell(10_000);
    assertThat(lines).hasSize(10).containsOnly("lost");

    time.pass(Duration.ofSeconds(10));

    assertThat(lines)
        .hasSize(11)
        .endsWith("9990 more leases were lost within 10 s; only the first are told");
  }

  @Test
  void nextWindow_hasRoomAgain() {
    tell(10);
    time.pass(Duration.ofSeconds(10));
    tell(1);
    time.pass(Duration.ofMinutes(1));

    assertThat(lines).hasSize(11).containsOnly("lost");
  }

  @Test
  void flushedLog_hasToldAll() {
    tell(12);

    log.flush();

    assertThat(lines).endsWith("2 more leases were lost within 10 s; only the first are told");
    time.pass(Duration.ofMinutes(1));
    assertThat(lines).hasSize(11);
  }

  @Test
  void loggerThatThrows_endsNothing() {
    WarningLog broken =
        new WarningLog(
            time,
            line -> {
              throw new AssertionError("no space left on device");
            },
            "more");

    broken.tell(() -> "lost");
    time.pass(Duration.ofMinutes(1));

    assertThat(lines).isEmpty();
  }
}
