package io.lockarbiter.audit.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.audit.Story;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.lives.LockLives;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimelineCollectorTest {
  private final Story story =
      new Story()
          .ask("held", "u1", Operation.UPLOAD, "/a/held", 0)
          .at(1_000)
          .ask("first", "u1", Operation.UPLOAD, "/a/b/first", 0)
          .ask("second", "u1", Operation.MOVE, "/z/second", 0)
          .at(2_000)
          .release("first", "u1")
          .at(3_000)
          .release("second", "u1");

  @Test
  void moreThanItKeeps_letsTheOldestEndGo() {
    Timeline timeline = timeline(2, null);
    assertThat(timeline.locks()).extracting(LockLife::lockId).containsExactly("held", "second");
    assertThat(timeline.omitted()).isEqualTo(1);
    assertThat(timeline.until()).isEqualTo(Story.BEGIN + 3_000);
  }

  @Test
  void all_standInTheOrderOfRequests() {
    Timeline timeline = timeline(3, null);
    assertThat(timeline.locks())
        .extracting(LockLife::lockId)
        .containsExactly("held", "first", "second");
    assertThat(timeline.omitted()).isZero();
  }

  @Test
  void path_takesWhatLiesAtAboveAndBelow() {
    assertThat(timeline(9, "/a/b").locks()).extracting(LockLife::lockId).containsExactly("first");
    assertThat(timeline(9, "/a/held/deep").locks())
        .extracting(LockLife::lockId)
        .containsExactly("held");
    assertThat(timeline(9, "/destination").locks())
        .extracting(LockLife::lockId)
        .containsExactly("second");
    assertThat(timeline(9, "/a/he").locks()).isEmpty();
  }

  @Test
  void leftOutByPath_isNotOmitted() {
    assertThat(timeline(1, "/a/b").omitted()).isZero();
  }

  @Test
  void roomForNone_isRefused() {
    assertThatThrownBy(() -> new TimelineCollector(0, null))
        .hasMessage("most=0, expected at least 1");
  }

  private Timeline timeline(int most, @Nullable String path) {
    TimelineCollector collector =
        new TimelineCollector(most, path == null ? null : LockPath.of(path));
    LockLives lives = new LockLives(Scope.ALL, collector);
    story.tell(lives);
    return collector.timeline(lives.until());
  }
}
