package io.lockarbiter.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.stream.StreamStage.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More events at once than a stream may have: as when a session ends that kept 2,000 locks. */
class StreamBurstTest {
  private static final int BURST = 2_000;
  private static final long STREAM_BYTES = 1 << 18;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final StreamStage stage =
      new StreamStage(new StreamBounds(/* keptBytes= */ 8 << 20, STREAM_BYTES, 200, 200));

  private static List<String> told(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> "l" + n).toList();
  }

  /** Returns the most bytes that waited in all streams together. */
  private long see(int from, int to, String subAccount) {
    long most = 0;
    for (int n = from; n < to; n++) {
      stage.see(n, "l" + n, subAccount);
      most = Math.max(most, stage.hub.unsentBytes());
    }
    return most;
  }

  @Test
  void readerThatTakesAllAtOnce_getsAll_withinTheBound() {
    List<Reader> readers = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      readers.add(stage.reading("ann", null, Long.MAX_VALUE));
    }
    assertThat(see(0, BURST, "ann")).isLessThanOrEqualTo(5 * STREAM_BYTES);
    for (Reader reader : readers) {
      await().untilAsserted(() -> assertThat(reader.told()).isEqualTo(told(0, BURST)));
    }
    see(BURST, BURST + 1, "ann");
    await().until(() -> readers.get(0).told().size() == BURST + 1);
    assertThat(stage.hub.slow()).isZero();
    assertThat(stage.hub.unsentBytes()).isZero();
  }

  @Test
  void readerThatBeginsToTakeLater_getsAllInOrder_andNoHeartbeatBeforeTheLast() {
    Reader late = stage.reading("ann", null, 1);
    await().until(() -> !late.text().isEmpty());
    see(0, BURST, "ann");
    see(BURST, BURST + 3_000, "bob");
    for (long left = stage.hub.unsentBytes(); left > 0; left = stage.hub.unsentBytes()) {
      assertThat(left).isLessThanOrEqualTo(STREAM_BYTES);
      long before = left;
      late.request(1);
      await().until(() -> stage.hub.unsentBytes() < before);
    }
    for (int n = 0; n < EventStream.HEARTBEAT.toSeconds() + 1; n++) {
      stage.after(SECOND);
    }
    late.request(Long.MAX_VALUE);
    await().until(() -> late.told().size() == BURST);
    assertThat(late.told()).isEqualTo(told(0, BURST));
    assertThat(late.text().indexOf(":\nid: ", late.text().indexOf("data: l0")))
        .as("it would promise that all was told")
        .isNegative();
    await().until(() -> stage.hub.unsentBytes() == 0);
    for (int n = 0; n < EventStream.HEARTBEAT.toSeconds(); n++) {
      stage.after(SECOND);
    }
    String end = ":\nid: 0:%1$d:%1$d\n\n".formatted(BURST + 2_999);
    await().until(() -> late.text().endsWith(end));
  }

  @Test
  void readerThatIsBehind_isEndedOnceItsEventsAreKeptNoMore_andNobodyElse() {
    Reader slow = stage.reading("ann", null, 1);
    Reader quick = stage.reading("bob", null, Long.MAX_VALUE);
    await().until(() -> !slow.text().isEmpty());
    see(0, BURST, "ann");
    stage.after(SECOND);
    assertThat(stage.hub.slow()).isZero();
    int end = 10 * BURST;
    for (int n = BURST; n < end; n += BURST) {
      int last = n + BURST - 1;
      see(n, last + 1, "bob");
      await().until(() -> quick.lastId().equals("0:%1$d:%1$d".formatted(last)));
    }
    stage.after(SECOND);
    assertThat(stage.hub.slow()).isEqualTo(1);
    assertThat(quick.told()).isEqualTo(told(BURST, end));
    slow.request(Long.MAX_VALUE);
    await().until(slow::hasEnded);
    assertThat(slow.told()).endsWith("TOO_SLOW").hasSizeLessThan(100);
  }

  @Test
  void readerThatIsBehind_isShownNothingOfAMemberThatItMaySeeNoMore() {
    Reader all = new Reader(stage.open(null, null, null), 1);
    await().until(() -> !all.text().isEmpty());
    see(0, 1_000, "ann");
    see(1_000, BURST, "bob");
    stage.hidden.add("bob");
    all.request(Long.MAX_VALUE);
    await().until(() -> stage.hub.unsentBytes() == 0);
    assertThat(all.told()).isEqualTo(told(0, 1_000));
  }
}
