package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.event.Event;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeletionWatchTest {
  private final UploadEvents events = new UploadEvents();
  private final DeletionWatch watch = new DeletionWatch();

  /** Two uploads hold, until 2000 and 2500, when the deletion arrives at 1500. */
  DeletionWatchTest() {
    watch.begin(1, "d");
    take(
        events.granted("a", 1_000, 1, 2_000),
        events.granted("b", 1_100, 2, 2_500),
        events.queued("d", 1_500, 3));
  }

  @Test
  void uploadsThatEndByTime_areTheWholeWait() {
    take(
        events.queued("late", 1_600, 4),
        events.renewed("a", 1_700, 5, 2_700),
        events.released("b", 2_500, 6, "EXPIRED"),
        events.released("a", 2_710, 7, "EXPIRED"),
        events.granted("d", 2_710, 7, 9_999));
    assertThat(watch.deletionIsHeld()).isTrue();
    assertThat(watch.round()).isNull();

    take(
        events.released("d", 2_800, 8, "RELEASED"), events.rejected("late", 2_800, 8, "PATH_GONE"));

    assertThat(watch.round()).isEqualTo(new StarveRound(1, 2, 1, 2, 1_210, 1_200, 0, 1, 0, 0));
    assertThat(watch.deletionIsHeld()).isFalse();
  }

  @Test
  void renewalBeforeTheDeletion_isInTheBoundButNotCounted() {
    watch.begin(2, "d2");
    take(
        events.renewed("b", 1_550, 4, 4_000),
        events.queued("d2", 1_600, 5),
        events.released("a", 1_700, 6, "RELEASED"),
        events.released("b", 1_800, 7, "RELEASED"),
        events.granted("d2", 1_800, 7, 9_999),
        events.released("d2", 1_900, 8, "RELEASED"));

    assertThat(watch.round()).isEqualTo(new StarveRound(2, 2, 0, 0, 200, 2_400, 0, 0, 0, 0));
  }

  @Test
  void uploadThatCameLaterAndIsGrantedFirst_hasOvertaken() {
    take(events.granted("late", 1_600, 4, 5_000));
    end(5_000);

    assertThat(round().overtaking()).isEqualTo(1);
    assertThat(round().keepsBound()).isFalse();
  }

  @Test
  void queuedUploadThatCameLaterAndIsGrantedFirst_hasOvertaken() {
    take(
        events.queued("late", 1_600, 4),
        events.granted("late", 1_700, 5, 5_000),
        events.released("late", 1_710, 6, "RELEASED"));
    end(2_500);

    assertThat(round().overtaking()).isEqualTo(1);
    assertThat(round().later()).isEqualTo(1);
    assertThat(round().keepsBound()).isFalse();
  }

  @Test
  void uploadThatWaitedBeforeTheDeletionCame_overtakesNothing() {
    watch.begin(2, "d2");
    take(
        events.queued("early", 1_550, 4),
        events.queued("d2", 1_600, 5),
        events.granted("early", 1_700, 6, 2_000));

    take(events.released("early", 1_700, 7, "RELEASED"));
    end("d2", 2_500);

    assertThat(round().overtaking()).isZero();
    assertThat(round().keepsBound()).isTrue();
  }

  @Test
  void leaseOfALaterUpload_doesNotExtendTheBound() {
    take(events.granted("late", 1_600, 4, 60_000), events.renewed("late", 1_700, 5, 90_000));
    end(2_500);

    assertThat(round().leasesMs()).isEqualTo(1_000);
    assertThat(round().renewed()).isZero();
  }

  @Test
  void waitLongerThanTheLeases_breaksTheBound() {
    end(2_701);

    assertThat(round().boundMs()).isEqualTo(1_200);
    assertThat(round().keepsBound()).isFalse();
  }

  @Test
  void grantAWhileAfterTheLastLockEnded_isSeen() {
    take(
        events.released("a", 1_600, 4, "RELEASED"),
        events.released("b", 1_600, 4, "RELEASED"),
        events.granted("d", 1_601, 5, 9_999),
        events.released("d", 1_700, 6, "RELEASED"));

    assertThat(round().idleMs()).isEqualTo(1);
    assertThat(round().keepsBound()).isFalse();
  }

  @Test
  void uploadHeldBesideTheDeletion_isSeen() {
    take(
        events.released("a", 1_600, 4, "RELEASED"),
        events.granted("d", 1_600, 4, 9_999),
        events.granted("late", 1_650, 5, 9_999),
        events.released("d", 1_700, 6, "RELEASED"));

    assertThat(round().beside()).isEqualTo(2);
    assertThat(round().keepsBound()).isFalse();
  }

  @Test
  void refusedDeletion_endsTheRun() {
    assertThatThrownBy(() -> watch.take(events.rejected("d", 9_000, 9, "WAIT_TIMEOUT")))
        .hasMessage("the deletion was refused: reason=WAIT_TIMEOUT lockId=d, expected granted");
  }

  private StarveRound round() {
    return Objects.requireNonNull(watch.round());
  }

  private void end(long at) {
    end("d", at);
  }

  private void end(String deletion, long at) {
    take(
        events.released("a", at, 90, "EXPIRED"),
        events.released("b", at, 90, "EXPIRED"),
        events.released("late", at, 90, "RELEASED"),
        events.granted(deletion, at, 90, at + 1_000),
        events.released(deletion, at + 10, 91, "RELEASED"));
  }

  private void take(Event... taken) {
    for (Event event : taken) {
      watch.take(event);
    }
  }
}
