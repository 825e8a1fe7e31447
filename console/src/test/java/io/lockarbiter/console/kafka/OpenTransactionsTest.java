package io.lockarbiter.console.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
  private static final TopicPartition EVENTS = new TopicPartition("lock.events", 3);
  private static final TopicPartition COMMANDS = new TopicPartition("lock.commands", 3);

  private long seconds;
  private final OpenTransactions open =
      new OpenTransactions(() -> TimeUnit.SECONDS.toNanos(seconds));

  @Test
  void arbiterAtWork_isNone() {
    for (int i = 0; i < 20; i++) {
      open.look(EVENTS, 10 + i, 12 + i);
      seconds++;
    }

    assertThat(open.found("lock.events")).isEmpty();
  }

  @Test
  void logThatStaysStableUpToOneOffset_isOne() {
    for (int i = 0; i < 6; i++) {
      open.look(EVENTS, 10, 12 + i);
      open.look(COMMANDS, 7, 8);
      assertThat(open.found("lock.events").isEmpty()).as("after %d s", i).isEqualTo(i < 5);
      seconds++;
    }

    assertThat(open.found("lock.events").get(3))
        .isEqualTo(
            List.of(
                new OpenTransaction("lock.commands", false, 7, 1),
                new OpenTransaction("lock.events", true, 10, 7)));
    open.look(EVENTS, 17, 17);
    open.look(COMMANDS, 9, 9);
    assertThat(open.found("lock.events")).isEmpty();
  }
}
