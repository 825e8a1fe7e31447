package io.lockarbiter.audit.lives;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.Story;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.contracts.lock.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockLivesTest {
  private final Story story =
      new Story()
          .ask("early", "u1", Operation.UPLOAD, "/early", 0)
          .at(1_000)
          .release("early", "u1")
          .at(2_000)
          .ask("long", "u1", Operation.UPLOAD, "/long", 0)
          .at(4_000)
          .in("other")
          .ask("foreign", "u9", Operation.UPLOAD, "/long", 0)
          .in("acme")
          .at(8_000)
          .release("long", "u1")
          .at(9_000)
          .ask("late", "u1", Operation.UPLOAD, "/late", 0);

  @Test
  void everything_isGivenInTheOrderOfEnds() {
    assertThat(lives(Scope.ALL))
        .extracting(LockLife::lockId)
        .containsExactly("early", "long", "foreign", "late");
  }

  @Test
  void account_leavesOthersOut() {
    assertThat(lives(new Scope(Moment.BEGINNING, Moment.END, "other")))
        .extracting(LockLife::lockId)
        .containsExactly("foreign");
  }

  @Test
  void from_leavesOutWhatEndedBefore() {
    assertThat(lives(new Scope(time(3_000), Moment.END, "acme")))
        .extracting(LockLife::lockId)
        .containsExactly("long", "late");
  }

  @Test
  void to_showsWhatStoodThen() {
    List<LockLife> lives = lives(new Scope(time(3_000), time(5_000), "acme"));
    assertThat(lives).extracting(LockLife::lockId).containsExactly("long");
    assertThat(lives.get(0).end()).isNull();
  }

  @Test
  void offsets_countAsWellAsTimes() {
    assertThat(lives(new Scope(new Moment(3, true), new Moment(4, true), null)))
        .extracting(LockLife::lockId)
        .containsExactly("long", "foreign");
  }

  @Test
  void quietSinceBeforeFrom_isLiveStill() {
    assertThat(lives(new Scope(time(100_000), Moment.END, "acme")))
        .extracting(LockLife::lockId)
        .containsExactly("late");
  }

  @Test
  void until_isTheLastCommandInScope() {
    LockLives lives = new LockLives(new Scope(Moment.BEGINNING, time(5_000), null), life -> {});
    story.tell(lives);
    assertThat(lives.until()).isEqualTo(Story.BEGIN + 4_000);
  }

  /** The event that ends the lock tells who asked, but not why. */
  @Test
  void endThatSomebodyAskedFor_hasTheReasonOfTheRequest() {
    List<LockLife> lives = new ArrayList<>();
    new Story()
        .ask("asked", "u1", Operation.UPLOAD, "/a", 0)
        .ask("other", "u1", Operation.UPLOAD, "/b", 0)
        .yield("asked", "u2", 1_000L)
        .yield("other", "u2", null)
        .at(2_000)
        .tick()
        .at(40_000)
        .tick()
        .tell(new LockLives(Scope.ALL, lives::add));
    assertThat(lives)
        .extracting(LockLife::end)
        .extracting(end -> end.reason() + " by " + end.by() + ": " + end.comment())
        .containsExactly("FORCED by u2: let go", "EXPIRED by null: null");
  }

  private List<LockLife> lives(Scope scope) {
    List<LockLife> lives = new ArrayList<>();
    story.tell(new LockLives(scope, lives::add));
    return lives;
  }

  private static Moment time(long ms) {
    return new Moment(Story.BEGIN + ms, false);
  }
}
