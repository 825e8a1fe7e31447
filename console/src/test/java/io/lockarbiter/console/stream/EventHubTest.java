package io.lockarbiter.console.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Heap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventHubTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] LARGE = new byte[1 << 20];

  private long nanos;
  private final EventHub hub = new EventHub(2, 100, 1 << 20, () -> nanos);

  private void publish(int partition, long seq) {
    byte[] json = ("{\"seq\":" + seq + "}").getBytes(UTF_8);
    hub.publish(
        new StreamedEvent(partition, seq, seq, 1_000 + seq, "acme", "granted", "l" + seq, json));
  }

  private Subscription follow(long after) {
    return hub.subscribe(Map.of(0, after), event -> true);
  }

  private static List<Long> seqs(Subscription.Batch batch) {
    return batch.events().stream().map(StreamedEvent::seq).toList();
  }

  @Test
  void readerOfALogThatWasMadeAnew_isToldToReadTheStateAnew() throws InterruptedException {
    publish(0, 1);
    Subscription late = follow(5_000);
    assertThat(late.take(0).reset()).isFalse();
    nanos += 6 * SECOND;
    assertThat(late.take(0).reset()).isTrue();
  }

  @Test
  void readerWhoKnewTheOldLogBeforeAnythingWasSeen_isToldSoonAfterTheFirstEvent()
      throws InterruptedException {
    Subscription early = follow(5_000);
    nanos += 60 * SECOND;
    assertThat(early.take(0).reset()).as("nothing is known against it").isFalse();
    publish(0, 1);
    nanos += 6 * SECOND;
    Subscription.Batch batch = early.take(0);
    assertThat(batch.reset()).isTrue();
    assertThat(batch.events()).isEmpty();
  }

  @Test
  void readerAheadOfWhatIsPublished_getsWhatFollowsWhenThatIsThere() throws InterruptedException {
    publish(0, 1);
    Subscription ahead = follow(3);
    publish(0, 2);
    publish(0, 3);
    publish(0, 4);
    nanos += 60 * SECOND;
    Subscription.Batch batch = ahead.take(0);
    assertThat(batch.reset()).isFalse();
    assertThat(seqs(batch)).containsExactly(4L);
    assertThat(batch.position()).isEqualTo("0:4");
  }

  @Test
  void readerWhoReturnsBeforeAnythingWasSeen_isToldOfAGapBehindThePositionThatHeHas()
      throws InterruptedException {
    Subscription early = follow(10);
    publish(0, 15);
    Subscription.Batch batch = early.take(0);
    assertThat(batch.reset()).isTrue();
    assertThat(batch.events()).isEmpty();
  }

  @Test
  void readerWhoReturnsBeforeAnythingWasSeen_goesOnWhereHeWas() throws InterruptedException {
    Subscription early = follow(10);
    publish(0, 9);
    publish(0, 10);
    publish(0, 11);
    assertThat(seqs(early.take(0))).containsExactly(11L);
  }

  @Test
  void readerWhoBeginsBeforeAnythingWasSeen_getsTheFirstEvent() throws InterruptedException {
    Subscription early = follow(EventRing.NONE);
    assertThat(early.take(0).position()).isEqualTo("0:0");
    publish(0, 15);
    Subscription.Batch batch = early.take(0);
    assertThat(seqs(batch)).containsExactly(15L);
    assertThat(batch.position()).isEqualTo("0:15");
  }

  private static StreamedEvent large(long seq) {
    return new StreamedEvent(0, seq, seq, seq, "acme", "granted", "l" + seq, LARGE);
  }

  @Test
  void latestEvents_areKeptUpToTheirBytes() {
    EventRing ring = new EventRing(100, 3 * LARGE.length);
    for (long seq = 1; seq <= 10; seq++) {
      ring.append(large(seq), 0);
    }

    assertThat(ring.after(0)).extracting(StreamedEvent::seq).containsExactly(9L, 10L);
  }

  /** The bound is 16 MiB, whatever the number of events. */
  @Test
  void readerWhoTakesNothing_isToldToReadTheStateAnew() throws InterruptedException {
    publish(0, 0);
    Subscription slow = follow(0);
    Subscription other = follow(0);
    for (long seq = 1; seq <= 15; seq++) {
      hub.publish(large(seq));
    }
    assertThat(other.take(0).events()).hasSize(15);
    hub.publish(large(16));

    assertThat(slow.take(0).reset()).isTrue();
    assertThat(other.take(0).reset()).isFalse();
  }

  /** Texts as they are read, none of them shared. */
  @Test
  void countedBytesOfAnEvent_areNotLessThanTheHeapTaken() {
    int number = 100_000;
    StreamedEvent[] events = new StreamedEvent[number];
    long counted = 0;
    long before = Heap.used();
    for (int n = 0; n < number; n++) {
      events[n] =
          new StreamedEvent(
              0, n, n, n, "\u05d0" + n, new String("granted"), "lock-" + n, new byte[n % 100]);
      counted += events[n].bytes();
    }
    long taken = Heap.used() - before;

    assertThat(taken).isBetween(counted / 2, counted);
    assertThat(events[number - 1].seq()).isEqualTo(number - 1);
  }

  @Test
  void logTime_goesOnWhileNothingHappens() {
    publish(0, 1);
    nanos += 30 * SECOND;
    assertThat(hub.<Long>look(0, ring -> ring.logTime(nanos))).isEqualTo(31_001L);
  }
}
