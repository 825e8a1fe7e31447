package io.lockarbiter.trial.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.stage.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pings in a made-up history; the harm is from 100 to 200. */
class HostileEventsTest {
  @Test
  void pingsThatAreOpenAtTheEdges_count() {
    List<Answer> pings =
        List.of(
            new Answer(10, 100), new Answer(50, 250), new Answer(120, 123), new Answer(200, 290));

    assertThat(HostileEvents.open(pings, 100, 200)).isEqualTo(pings);
  }

  @Test
  void pingThatWasAnsweredBefore_doesNotCount() {
    assertThat(HostileEvents.open(List.of(new Answer(0, 99)), 100, 200)).isEmpty();
  }

  @Test
  void firstPingThatWasAskedLater_counts() {
    List<Answer> pings = List.of(new Answer(201, 204), new Answer(210, 900));

    assertThat(HostileEvents.open(pings, 100, 200)).containsExactly(new Answer(201, 204));
  }
}
