package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.event.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StarveRoundTest {
  private final UploadEvents events = new UploadEvents();
  private final StarveRound round = new StarveRound(1);

  @Test
  void uploadsThatEndByTime_areTheWholeWait() {
    deletionArrives();
    add(
        events.queued("late", 1_600, 4),
        events.renewed("a", 1_700, 5, 2_700),
        events.released("b", 2_500, 6, "EXPIRED"),
        events.released("a", 2_710, 7, "EXPIRED"),
        events.granted("d", 2_710, 7, 9_999));
    assertThat(round.isHeld()).isTrue();
    assertThat(round.hasEnded()).isFalse();

    add(events.released("d", 2_800, 8, "RELEASED"), events.rejected("late", 2_800, 8, "PATH_GONE"));

    assertThat(round.hasEnded()).isTrue();
    assertThat(round.isHeld()).isFalse();
    assertThat(round.lines())
        .containsExactly(
            "    1      1,210       1,400     2        1        2      1           0  kept");
    assertThat(round.lines().get(0)).hasSizeLessThan(Screen.COLUMNS);
    assertThat(round.lines().get(0).indexOf("  kept")).isEqualTo(StarveRound.HEADER.length());
  }

  @Test
  void renewalBeforeTheDeletion_isInTheBoundButNotCounted() {
    add(
        events.granted("a", 1_000, 1, 2_000),
        events.granted("b", 1_100, 2, 2_500),
        events.renewed("b", 1_550, 4, 4_000),
        events.queued("d", 1_600, 5),
        events.released("a", 1_700, 6, "RELEASED"),
        events.released("b", 1_800, 7, "RELEASED"),
        events.granted("d", 1_800, 7, 9_999),
        events.released("d", 1_900, 8, "RELEASED"));

    assertThat(round.lines())
        .containsExactly(
            "    1        200       2,600     2        0        0      0           0  kept");
  }

  @Test
  void uploadThatCameLaterAndIsGrantedFirst_hasOvertaken() {
    deletionArrives();
    add(events.granted("late", 1_600, 4, 5_000));
    end(2_500);

    assertThat(round.later()).isEqualTo(1);
    assertThat(round.broken()).containsExactly("1 uploads that came later were granted before it");
  }

  @Test
  void queuedUploadThatCameLaterAndIsGrantedFirst_hasOvertaken() {
    deletionArrives();
    add(
        events.queued("late", 1_600, 4),
        events.granted("late", 1_700, 5, 5_000),
        events.released("late", 1_710, 6, "RELEASED"));
    end(2_500);

    assertThat(round.later()).isEqualTo(1);
    assertThat(round.broken()).containsExactly("1 uploads that came later were granted before it");
  }

  @Test
  void uploadThatWaitedBeforeTheDeletionCame_overtakesNothing() {
    add(events.queued("early", 1_400, 0));
    deletionArrives();
    add(events.granted("early", 1_700, 6, 2_000), events.released("early", 1_700, 7, "RELEASED"));
    end(2_500);

    assertThat(round.broken()).isEmpty();
  }

  @Test
  void leaseOfALaterUpload_doesNotExtendTheBound() {
    deletionArrives();
    add(events.granted("late", 1_600, 4, 60_000), events.renewed("late", 1_700, 5, 90_000));
    end(2_500);

    assertThat(round.lines().get(0)).startsWith("    1      1,000       1,200     2        0 ");
  }

  @Test
  void waitLongerThanTheLeases_breaksTheBound() {
    deletionArrives();
    end(2_701);

    assertThat(round.lines())
        .containsExactly(
            "    1      1,201       1,200     2        0        2      0           0  BROKEN",
            "       it waited 1 ms longer than it may");
  }

  @Test
  void grantAWhileAfterTheLastLockEnded_isSeen() {
    deletionArrives();
    add(
        events.released("a", 1_600, 4, "RELEASED"),
        events.released("b", 1_600, 4, "RELEASED"),
        events.granted("d", 1_601, 5, 9_999),
        events.released("d", 1_700, 6, "RELEASED"));

    assertThat(round.broken())
        .containsExactly("it was granted 1 ms after the last of those locks ended");
  }

  @Test
  void uploadHeldBesideTheDeletion_isSeen() {
    deletionArrives();
    add(
        events.released("a", 1_600, 4, "RELEASED"),
        events.granted("d", 1_600, 4, 9_999),
        events.granted("late", 1_650, 5, 9_999),
        events.released("d", 1_700, 6, "RELEASED"));

    assertThat(round.broken()).contains("2 uploads held a lock beside it");
  }

  @Test
  void refusedDeletion_endsTheRun() {
    deletionArrives();

    assertThatThrownBy(() -> round.add(events.rejected("d", 9_000, 9, "WAIT_TIMEOUT")))
        .hasMessage("the deletion was refused: reason=WAIT_TIMEOUT lockId=d, expected granted");
  }

  @Test
  void roundsThatKeepTheBound_areGood() {
    StarveVerdict verdict = StarveVerdict.of(List.of(kept(), kept()));

    assertThat(verdict.isGood()).isTrue();
    assertThat(verdict.line())
        .isEqualTo("The bound was kept in all 2 rounds: of 2 later uploads none overtook.");
  }

  @Test
  void oneRoundBeyondTheBound_isBad() {
    deletionArrives();
    end(2_701);
    StarveVerdict verdict = StarveVerdict.of(List.of(kept(), round));

    assertThat(verdict.isGood()).isFalse();
    assertThat(verdict.line()).isEqualTo("FAILED: the bound was broken in 1 of 2 rounds.");
  }

  @Test
  void noRounds_areBad() {
    assertThat(StarveVerdict.of(List.of()))
        .isEqualTo(
            new StarveVerdict(false, "FAILED: no round came to its end; let it run longer."));
  }

  @Test
  void deletionThatNeverHadToWait_showsNothing() {
    add(events.granted("d", 1_500, 1, 9_999), events.released("d", 1_600, 2, "RELEASED"));

    assertThat(round.broken()).isEmpty();
    assertThat(StarveVerdict.of(List.of(round)).isGood()).isFalse();
    assertThat(StarveVerdict.of(List.of(round)).line())
        .startsWith("FAILED: no deletion had to wait for uploads");
  }

  private StarveRound kept() {
    StarveRound kept = new StarveRound(7);
    List<Event> told = new ArrayList<>(arrival());
    told.add(events.queued("late", 1_600, 4));
    told.addAll(ending(2_500));
    told.forEach(kept::add);
    return kept;
  }

  /** Two uploads hold, until 2000 and 2500, when the deletion arrives at 1500. */
  private void deletionArrives() {
    arrival().forEach(round::add);
  }

  private List<Event> arrival() {
    return List.of(
        events.granted("a", 1_000, 1, 2_000),
        events.granted("b", 1_100, 2, 2_500),
        events.queued("d", 1_500, 3));
  }

  private void end(long at) {
    ending(at).forEach(round::add);
  }

  private List<Event> ending(long at) {
    return List.of(
        events.released("a", at, 90, "EXPIRED"),
        events.released("b", at, 90, "EXPIRED"),
        events.released("late", at, 90, "RELEASED"),
        events.granted("d", at, 90, at + 1_000),
        events.released("d", at + 10, 91, "RELEASED"));
  }

  private void add(Event... told) {
    Arrays.stream(told).forEach(round::add);
  }
}
