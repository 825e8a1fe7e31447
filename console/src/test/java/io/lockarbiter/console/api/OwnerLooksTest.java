package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions.Position;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnerLooksTest {
  private final OwnerLooks looks = new OwnerLooks();

  /** Returns what is told of the owner, so many seconds after the first look. */
  private @Nullable Boolean told(long seconds, @Nullable Boolean owned) {
    Position position = new Position(0L, 100, 100L, 1_000L, owned);
    return Objects.requireNonNull(looks.look(3, position, TimeUnit.SECONDS.toNanos(seconds)))
        .owned();
  }

  @Test
  void partitionOfNobody_isToldOnceThatHasLasted() {
    assertThat(told(0, true)).isTrue();
    assertThat(told(1, false)).isNull();
    assertThat(told(3, null)).isNull();
    assertThat(told(5, false)).isNull();
    assertThat(told(6, false)).isFalse();
    assertThat(told(7, true)).isTrue();
  }

  @Test
  void rebalanceThatIsOver_countsForNothingAtTheNext() {
    assertThat(told(0, false)).isNull();
    assertThat(told(2, true)).isTrue();
    assertThat(told(6, false)).isNull();
    assertThat(told(10, false)).isNull();
  }

  @Test
  void longTimeWithoutALook_isNoTimeWithoutAnOwner() {
    assertThat(told(0, false)).isNull();
    assertThat(told(3_600, false)).isNull();
    assertThat(told(3_605, false)).isFalse();
  }

  @Test
  void partitionsDoNotMix() {
    assertThat(told(0, false)).isNull();
    Position other = new Position(0L, 100, 100L, 1_000L, false);
    Position seen = looks.look(4, other, TimeUnit.SECONDS.toNanos(9));
    assertThat(Objects.requireNonNull(seen).owned()).isNull();
    assertThat(looks.look(4, null, 0)).isNull();
  }
}
