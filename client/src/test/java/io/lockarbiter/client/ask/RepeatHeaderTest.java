package io.lockarbiter.client.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads the header {@code repeatMs}. */
class RepeatHeaderTest {
  private final RepeatHeader header = new RepeatHeader();
  private final List<String> told = new ArrayList<>();
  private final EventSink sink =
      new EventSink() {
        @Override
        public void accept(Event event) {
          throw new AssertionError("no event was handed over");
        }

        @Override
        public void repeatWindow(int partition, Duration window) {
          told.add(partition + ": " + window.toMillis());
        }

        @Override
        public void gap(String what) {
          throw new AssertionError("no gap was seen");
        }
      };

  @Test
  void newsOfEachPartition_areHandedOn() {
    see(0, "60000");
    see(1, "60000");
    see(0, "60000");
    see(0, "10000");
    see(1, "60000");

    assertThat(told).containsExactly("0: 60000", "1: 60000", "0: 10000");
  }

  @Test
  void eventThatDoesNotSayIt_promisesNothing() {
    see(0, null);
    see(0, "60000");
    see(0, null);
    see(0, "a minute");
    see(0, "-5");
    see(0, "99999999999");

    assertThat(told).containsExactly("0: 60000", "0: 0", "0: 0", "0: 0", "0: 0");
  }

  private void see(int partition, @Nullable String value) {
    header.see(partition, value == null ? null : value.getBytes(UTF_8), sink);
  }
}
