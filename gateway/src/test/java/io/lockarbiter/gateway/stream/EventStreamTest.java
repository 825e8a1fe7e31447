package io.lockarbiter.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.stream.StreamStage.Reader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final StreamStage stage = StreamStage.wide();

  private static void awaitTold(Reader reader, String... expected) {
    await().untilAsserted(() -> assertThat(reader.told()).containsExactly(expected));
  }

  @Test
  void readerThatGoesOnAtAnotherInstance_getsEachEventOnce() {
    StreamStage other = StreamStage.wide();
    Reader first = stage.reading("ann", null);
    for (int n = 0; n < 5; n++) {
      stage.see(n, "l" + n, n == 2 ? "bob" : "ann");
    }
    awaitTold(first, "l0", "l1", "l3", "l4");
    for (int n = 0; n < 8; n++) {
      other.see(n, "l" + n, n == 2 ? "bob" : "ann");
    }
    Reader second = other.reading("ann", "0:1:1");
    other.see(8, "l8", "ann");
    awaitTold(second, "l3", "l4", "l5", "l6", "l7", "l8");
    assertThat(second.lastId()).isEqualTo("0:8:8");
  }

  @Test
  void bytesThatAStreamHasMissed_areKnownWhenItOpens() {
    for (int n = 0; n < 5; n++) {
      stage.see(n, "l" + n, n == 2 ? "bob" : "ann");
    }
    long two = stage.open("ann", null, "0:1:1").missedBytes();
    assertThat(two).isGreaterThan(2 * 500);
    assertThat(stage.open("ann", null, "0:0:0").missedBytes()).isGreaterThan(two);
    assertThat(stage.open("bob", null, "0:2:2").missedBytes()).isZero();
    assertThat(stage.open("ann", null, null).missedBytes()).isZero();
    assertThat(stage.open("ann", null, "0:900:900").missedBytes()).isZero();
  }

  @Test
  void readerThatKnowsMoreThanTheInstance_waitsForItsPosition() {
    stage.see(0, "l0", "ann");
    Reader ahead = stage.reading("ann", "0:2:2");
    stage.see(1, "l1", "ann");
    stage.see(2, "l2", "bob");
    stage.see(3, "l3", "ann");
    awaitTold(ahead, "l3");
  }

  @Test
  void positionThatIsNeverReached_isAReset_andWhatComesThenIsTold() {
    stage.see(0, "l0", "ann");
    Reader ahead = stage.reading("ann", "0:900:900");
    stage.after(SECOND);
    assertThat(ahead.told()).isEmpty();
    stage.after(EventStream.MOST_AHEAD);
    awaitTold(ahead, "UNKNOWN_POSITION");
    assertThat(ahead.lastId()).isEqualTo("0:0:0");
    stage.see(1, "l1", "ann");
    awaitTold(ahead, "UNKNOWN_POSITION", "l1");
  }

  @Test
  void positionOfATopicThatWasMadeAnew_isAReset() {
    for (int n = 0; n < 4; n++) {
      stage.see(n, "l" + n, "ann");
    }
    Reader passed = stage.reading("ann", "0:2:1700");
    awaitTold(passed, "UNKNOWN_POSITION");
    Reader ahead = stage.reading("ann", "0:5:1700");
    stage.see(5, "l5", "ann");
    awaitTold(ahead, "UNKNOWN_POSITION", "l5");
    awaitTold(stage.reading("ann", "1:2:2"), "UNKNOWN_POSITION");
    awaitTold(stage.reading("ann", "l2"), "UNKNOWN_POSITION");
  }

  @Test
  void eventsBeyondTheBound_areKeptNoMore_andAnOlderPositionIsAReset() {
    for (int n = 0; n < 10_000; n++) {
      stage.see(n, "l" + n, "ann");
    }
    assertThat(stage.hub.keptBytes()).isBetween(1L << 19, 1L << 20);
    Reader old = stage.reading("ann", "0:10:10");
    Reader recent = stage.reading("ann", "0:9997:9997");
    awaitTold(recent, "l9998", "l9999");
    awaitTold(old, "TOO_OLD");
  }

  @Test
  void readerThatMissedMoreThanAStreamHolds_getsIt_butNotAnyNumber() {
    StreamStage small = new StreamStage(new StreamBounds(1 << 20, 1 << 13, 100, 10));
    for (int n = 0; n < 1_000; n++) {
      small.see(n, "l" + n, "ann");
    }
    Reader some = small.reading("ann", "0:929:929");
    small.see(1_000, "l1000", "ann");
    await().until(() -> some.lastId().equals("0:1000:1000"));
    assertThat(some.told()).hasSize(71).startsWith("l930").endsWith("l1000");
    Reader much = small.reading("ann", "0:500:500");
    awaitTold(much, "TOO_MUCH");
    Reader other = small.reading("bob", "0:500:500");
    await().until(() -> other.text().endsWith("id: 0:500:500\n\n:\nid: 0:1000:1000\n\n"));
  }

  @Test
  void readerThatIsTooSlow_isToldAndEnds_andOthersGoOn() {
    Reader quick = stage.reading("ann", null);
    Reader slow = new Reader(stage.open("ann", null, null), 1);
    await().until(() -> slow.lastId().equals("0:-1:0"));
    for (int n = 0; n < 1_000; n++) {
      int offset = n;
      stage.see(n, "l" + n, "ann");
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> quick.lastId().equals("0:%d:%d".formatted(offset, offset)));
    }
    assertThat(stage.hub.slow()).isEqualTo(1);
    assertThat(stage.hub.unsentBytes()).isLessThan(1 << 18);
    slow.request(Long.MAX_VALUE);
    await().until(slow::hasEnded);
    assertThat(slow.told()).endsWith("TOO_SLOW");
    assertThat(quick.hasEnded()).isFalse();
    assertThat(quick.told()).hasSize(1_000);
    assertThat(stage.hub.unsentBytes()).isZero();
  }

  @Test
  void readerThatTakesNothingAfterItsStreamEnded_isCutOff() {
    Reader gone = new Reader(stage.open("ann", null, null), 1);
    await().until(() -> !gone.text().isEmpty());
    stage.isAllowed.set(false);
    stage.after(SECOND);
    assertThat(gone.isCut).isFalse();
    stage.after(EventStream.PATIENCE.plus(SECOND));
    assertThat(gone.isCut).isTrue();
    assertThat(stage.hub.streams()).isZero();
  }

  @Test
  void readerWhoseRightsAreGone_isEnded_andOthersOfAMemberAreShownNoMore() {
    Reader one = stage.reading("ann", null);
    Reader all = stage.reading(null, null);
    stage.see(0, "l0", "bob");
    stage.see(1, "l1", "ann");
    awaitTold(all, "l0", "l1");
    awaitTold(one, "l1");
    stage.hidden.add("bob");
    stage.see(2, "l2", "bob");
    stage.see(3, "l3", "ann");
    awaitTold(all, "l0", "l1", "l3");
    stage.isAllowed.set(false);
    stage.after(SECOND);
    await().until(() -> one.hasEnded() && all.hasEnded());
    assertThat(one.text()).endsWith(": you may read no more\n\n");
  }

  @Test
  void readerWhoseRightsGoAsItsStreamOpens_isEndedAtOnce() {
    stage.isAllowed.set(false);
    Reader reader = stage.reading("ann", null);
    await().until(reader::hasEnded);
    assertThat(reader.text()).endsWith(": you may read no more\n\n");
  }

  @Test
  void streamOfASession_hasNoOthers() {
    Reader reader = new Reader(stage.open("ann", "s-l1", null), Long.MAX_VALUE);
    for (int n = 0; n < 3; n++) {
      stage.see(n, "l" + n, "ann");
    }
    awaitTold(reader, "l1");
  }

  @Test
  void idleReader_isToldThePosition() {
    Reader idle = stage.reading("ann", null);
    await().until(() -> !idle.text().isEmpty());
    stage.see(0, "l0", "bob");
    stage.after(EventStream.HEARTBEAT.minus(SECOND));
    assertThat(idle.text()).doesNotContain("0:0:0");
    stage.after(SECOND);
    await().until(() -> idle.text().endsWith(":\nid: 0:0:0\n\n"));
    assertThat(stage.hub.position("acme")).isEqualTo("0:0:0");
  }

  @Test
  void readerThatGoesOn_isToldAtOnceThatHeHasAll_behindWhatHeMissed() {
    stage.see(0, "l0", "ann");
    stage.see(1, "l1", "ann");
    stage.see(2, "l2", "bob");
    Reader back = stage.reading("ann", "0:0:0");
    await()
        .untilAsserted(
            () ->
                assertThat(back.text())
                    .isEqualTo(
                        "retry: 1000\nid: 0:0:0\n\nid: 0:1:1\nevent: granted\ndata: l1\n\n:\nid: 0:2:2\n\n"));
  }

  @Test
  void readerWhoCannotBeToldYetThatHeHasAll_isToldAsSoonAsItIsTrue() {
    stage.see(0, "l0", "ann");
    Reader ahead = stage.reading("ann", "0:2:2");
    Reader old = stage.reading("ann", "nonsense");
    stage.isRead = false;
    stage.after(EventRing.FRESH.plus(SECOND));
    Reader early = stage.reading("ann", "0:0:0");
    await().until(() -> !early.text().isEmpty());
    assertThat(early.text()).isEqualTo("retry: 1000\nid: 0:0:0\n\n");
    assertThat(ahead.text()).doesNotContain(":\nid: 0:0:0");
    stage.isRead = true;
    stage.after(SECOND);
    await().until(() -> early.text().endsWith(":\nid: 0:0:0\n\n"));
    await().until(() -> old.text().endsWith(":\nid: 0:0:0\n\n"));
    await().until(() -> ahead.text().endsWith(":\nid: 0:0:0\n\n"));
    assertThat(ahead.told()).as("it begins anew first").containsExactly("UNKNOWN_POSITION");
  }

  @Test
  void readerOfAnInstanceThatReadsNoMore_hearsNothing_andIsSentToAnother() {
    Reader idle = stage.reading("ann", null);
    await().until(() -> !idle.text().isEmpty());
    stage.after(EventStream.HEARTBEAT.minus(EventRing.FRESH));
    String begun = idle.text();
    stage.isRead = false;
    stage.after(EventRing.FRESH);
    stage.after(EventFollower.MOST_BEHIND.minus(EventRing.FRESH).minus(SECOND));
    assertThat(stage.hub.unsentBytes()).isZero();
    assertThat(idle.text()).isEqualTo(begun);
    stage.after(SECOND);
    await().until(idle::hasEnded);
    assertThat(idle.text())
        .isEqualTo(
            begun
                + ": this gateway has not reached the end of the events for 10 s; ask another one\n\n");
  }

  @Test
  void readerOfAnInstanceThatReadsAgainInTime_isToldThePosition() {
    Reader idle = stage.reading("ann", null);
    await().until(() -> !idle.text().isEmpty());
    stage.after(EventStream.HEARTBEAT.minus(EventRing.FRESH));
    stage.isRead = false;
    stage.after(EventRing.FRESH.plus(SECOND));
    stage.see(0, "l0", "bob");
    stage.isRead = true;
    stage.after(SECOND);
    await().until(() -> idle.text().endsWith(":\nid: 0:0:0\n\n"));
    assertThat(idle.hasEnded()).isFalse();
  }

  @Test
  void streamsBeyondTheBound_areRefused_untilOneIsLeft() {
    EventStream first = stage.open("ann", null, null);
    for (int n = 1; n < 10; n++) {
      stage.open("ann", null, null);
    }
    assertThatThrownBy(() -> stage.open("ann", null, null))
        .isInstanceOf(BusyException.class)
        .hasMessageStartingWith("as many streams are open as allowed, streams=10 of 100");
    assertThat(stage.hub.refused()).isEqualTo(1);
    stage.hub.leave(first);
    stage.open("ann", null, null);
    stage.after(EventStream.PATIENCE.plus(SECOND));
    assertThat(stage.hub.streams()).as("nobody began to read them").isZero();
  }

  @Test
  void stopAndNewBeginning_endStreams() {
    Reader reader = stage.reading("ann", null);
    stage.hub.restart();
    await().until(reader::hasEnded);
    Reader next = stage.reading("ann", null);
    stage.hub.close();
    await().until(next::hasEnded);
    assertThat(next.text()).endsWith(": this gateway stops; ask another one\n\n");
    assertThatThrownBy(() -> stage.open("ann", null, null)).isInstanceOf(BusyException.class);
  }
}
