package io.lockarbiter.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.stream.StreamStage.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Readers that take nothing: their own streams end, and nobody else's. */
class StreamSharesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int ALL = 1 << 20;
  private static final int SHARE = ALL / 4;

  private final StreamStage stage =
      new StreamStage(new StreamBounds(ALL, /* streamBytes= */ 1 << 18, 100, 100));
  private int offset;

  private void see(int number, String subAccount) {
    for (int n = 0; n < number; n++) {
      stage.see(offset, "l" + offset, subAccount);
      offset++;
    }
  }

  private String last() {
    return "0:%d:%d".formatted(offset - 1, offset - 1);
  }

  private List<Reader> idle(int number) {
    List<Reader> idle = new ArrayList<>();
    for (int n = 0; n < number; n++) {
      idle.add(stage.reading("idle", null, 1));
    }
    await().until(() -> idle.stream().noneMatch(each -> each.text().isEmpty()));
    return idle;
  }

  @Test
  void subjectWhoseStreamsTakeNothing_losesThemAtAFourthOfAll_andNobodyElseIsReset() {
    idle(6);
    for (int n = 0; n < 20; n++) {
      Reader good = stage.reading("good", null, Long.MAX_VALUE);
      await().until(() -> !good.text().isEmpty());
      String before = last();
      see(50, "idle");
      assertThat(stage.hub.unsentBytes()).isLessThan(SHARE + 20_000);
      see(8, "good");
      String end = last();
      await().until(() -> good.lastId().equals(end));
      assertThat(good.told()).hasSize(8);
      assertThat(good.hasEnded()).isFalse();
      Reader back = stage.reading("good", offset == 58 ? null : before, Long.MAX_VALUE);
      await().until(() -> !back.text().isEmpty());
      assertThat(back.told()).doesNotContain("TOO_MUCH");
      stage.hub.leave(good.stream);
      stage.hub.leave(back.stream);
    }
    assertThat(stage.hub.slow()).isEqualTo(6);
  }

  @Test
  void fullestStreamOfASubject_isTheOneThatEnds() {
    Reader late = stage.reading("ann", null, 1);
    await().until(() -> !late.text().isEmpty());
    see(120, "ann");
    List<Reader> others = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      others.add(stage.reading("ann", null, 1));
    }
    await().until(() -> others.stream().noneMatch(each -> each.text().isEmpty()));
    while (stage.hub.slow() == 0) {
      see(1, "ann");
    }
    assertThat(offset).as("events until then").isLessThan(200);
    late.request(Long.MAX_VALUE);
    await().until(late::hasEnded);
    assertThat(late.told()).endsWith("TOO_SLOW");
    assertThat(late.lastId()).isEqualTo(last());
    for (Reader other : others) {
      other.request(Long.MAX_VALUE);
      await().until(() -> other.lastId().equals(last()));
      assertThat(other.told()).doesNotContain("TOO_SLOW");
    }
  }

  @Test
  void manyStreamsOfOneSubject_haveOneEventEach_howeverLargeThatIsTogether() {
    StreamStage small = new StreamStage(new StreamBounds(50_000, 1 << 12, 100, 100));
    List<Reader> readers = new ArrayList<>();
    for (int n = 0; n < 50; n++) {
      readers.add(small.reading("ann", null, Long.MAX_VALUE));
    }
    await().until(() -> small.hub.unsentBytes() == 0);
    small.see(0, "l0", "ann");
    await().until(() -> readers.stream().allMatch(each -> each.told().contains("l0")));
    assertThat(small.hub.slow()).isZero();
  }

  @Test
  void subjectWithoutRoomInItsShare_isGivenNoMoreOfThePast() {
    see(100, "ann");
    String past = "0:0:0";
    List<Reader> asking = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      asking.add(stage.reading("ann", past, 0));
    }
    assertThat(stage.hub.unsentBytes()).isLessThan(SHARE);
    assertThat(stage.hub.resets()).isBetween(2L, 4L);
    Reader current = stage.reading("ann", last(), Long.MAX_VALUE);
    await().until(() -> current.lastId().equals(last()));
    assertThat(current.told()).as("for somebody who missed nothing").isEmpty();
  }

  @Test
  void rulesAreAskedOnce_forAnEventOfAllStreamsOfASubject_andForAMemberOfThePast() {
    AtomicInteger questions = new AtomicInteger();
    StreamWish wish =
        new StreamWish(
            "web",
            "acme",
            null,
            null,
            () -> null,
            member -> {
              questions.incrementAndGet();
              return member.equals("ann");
            },
            "",
            0,
            null);
    List<Reader> readers = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      readers.add(new Reader(stage.hub.open(wish, null), Long.MAX_VALUE));
    }
    for (int n = 0; n < 10; n++) {
      see(1, "ann");
      see(1, "bob");
    }
    assertThat(questions).hasValue(20);
    Reader late = new Reader(stage.hub.open(wish, "0:0:0"), Long.MAX_VALUE);
    assertThat(questions).hasValue(22);
    await().until(() -> readers.stream().allMatch(each -> each.lastId().equals("0:18:18")));
    await().until(() -> late.lastId().equals("0:19:19"));
    assertThat(readers.get(4).told()).hasSize(10);
    assertThat(late.told()).hasSize(9);
  }

  @Test
  void streamOfWhichNothingIsTaken_endsAndIsCutOff_howeverLittleWaits() {
    Reader still = stage.reading("ann", null, 1);
    Reader quiet = stage.reading("bob", null, Long.MAX_VALUE);
    await().until(() -> !still.text().isEmpty() && !quiet.text().isEmpty());
    // One event is on the way then, and another one waits.
    see(1, "ann");
    await().until(() -> stage.hub.unsentBytes() == 0);
    see(1, "ann");
    seconds(29);
    assertThat(stage.hub.slow()).isZero();
    seconds(2);
    assertThat(stage.hub.slow()).isEqualTo(1);
    assertThat(still.isCut).isFalse();
    seconds(11);
    assertThat(still.isCut).isTrue();
    assertThat(stage.hub.streams()).isEqualTo(1);
    assertThat(quiet.hasEnded()).isFalse();
  }

  @Test
  void streamOfWhichSomethingIsTakenFromTimeToTime_goesOn() {
    Reader slow = stage.reading("ann", null, 1);
    await().until(() -> !slow.text().isEmpty());
    see(1, "ann");
    await().until(() -> stage.hub.unsentBytes() == 0);
    see(120, "ann");
    for (int n = 0; n < 4; n++) {
      seconds(20);
      long before = stage.hub.unsentBytes();
      assertThat(before).isPositive();
      slow.request(1);
      await().until(() -> stage.hub.unsentBytes() < before);
    }
    assertThat(stage.hub.slow()).isZero();
  }

  private void seconds(int number) {
    for (int n = 0; n < number; n++) {
      stage.after(SECOND);
    }
  }
}
