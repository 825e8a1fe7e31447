package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.testing.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Requests that wait until the client would see their answers. */
class OpeningTest {
  private static final int PARTITIONS = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private final SimulatedTime time = new SimulatedTime();
  private final Map<Integer, Runnable> asked = new LinkedHashMap<>();
  private final List<String> started = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final Opening opening = new Opening(time, edges(), PATIENCE, 3);

  private ClientEdges edges() {
    return new ClientEdges() {
      @Override
      public State state() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void read(int partition, Runnable reading) {
        assertThat(asked.put(partition, reading)).as("asked once").isNull();
      }

      @Override
      public void close() {}
    };
  }

  private void start(String account) {
    opening.start(account, () -> started.add(account), why -> refused.add(account + ": " + why));
  }

  private void begin(String account) {
    Objects.requireNonNull(asked.get(partition(account)), account).run();
  }

  private static int partition(String account) {
    return AccountHash.partition(account, PARTITIONS);
  }

  private static String another(String account) {
    String other = account;
    for (int n = 0; partition(other) == partition(account); n++) {
      other = account + n;
    }
    return other;
  }

  @Test
  void firstRequestOfAPartition_waitsUntilItIsRead_theNextDoNot() {
    opening.opened(PARTITIONS);
    start("acme");
    start("acme");
    assertThat(asked).containsOnlyKeys(partition("acme"));
    assertThat(started).isEmpty();

    begin("acme");
    assertThat(started).containsExactly("acme", "acme");
    start("acme");
    assertThat(started).hasSize(3);
  }

  @Test
  void partitions_areReadOneByOne() {
    String other = another("acme");
    start("acme");
    assertThat(asked).isEmpty();
    opening.opened(PARTITIONS);
    start(other);
    begin(other);

    assertThat(started).containsExactly(other);
    assertThat(asked).containsOnlyKeys(partition("acme"), partition(other));
  }

  @Test
  void requestThatWaitsTooLong_isGivenUpAndSaysForWhat() {
    opening.connected();
    opening.opened(PARTITIONS);
    start("acme");
    time.pass(PATIENCE);
    begin("acme");

    assertThat(started).isEmpty();
    assertThat(refused)
        .singleElement()
        .asString()
        .contains(
            "the client could not read the account's events within 45000 ms, so nothing was sent");
    start("acme");
    assertThat(started).containsExactly("acme");
  }
}
