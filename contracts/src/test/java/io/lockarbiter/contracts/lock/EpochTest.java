package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpochTest {
  /** The greatest number that JavaScript knows exactly. */
  private static final long SAFE = (1L << 53) - 1;

  private static final SettingsChange FIRST =
      SettingsChange.NOTHING.with(Setting.PARTITIONS, 3).with(Setting.EPOCH, 2);

  @Test
  void numbersOfAnEpoch_areBeyondThoseOfEarlierOnesAndBelowThoseOfLaterOnes() {
    for (int epoch = 0; epoch <= Epoch.LAST; epoch++) {
      long begin = Settings.DEFAULT.with(Setting.EPOCH, epoch).seqBefore();
      long last = Epoch.begin(epoch + 1) - 1;
      assertThat(begin).isEqualTo(epoch * 17_592_186_044_416L);
      assertThat(last).isBetween(begin + 1, SAFE);
      assertThat(Epoch.of(begin + 1)).isEqualTo(epoch);
      assertThat(Epoch.of(last)).isEqualTo(epoch);
      assertThat(Epoch.beginOf(last)).isEqualTo(begin);
      assertThat(Epoch.isFirst(begin + 1)).isTrue();
      assertThat(Epoch.isFirst(begin)).isFalse();
      assertThat(Epoch.isFirst(begin + 2)).isFalse();
    }
  }

  @Test
  void epochBesideTheFirstNumberOfPartitions_isObeyedUnlessThereAreEvents() {
    assertThat(objection(FIRST, Settings.INITIAL, false)).isNull();
    assertThat(FIRST.applyTo(Settings.INITIAL).seqBefore()).isEqualTo(Epoch.begin(2));
    assertThat(objection(FIRST, Settings.INITIAL, true))
        .isEqualTo("epoch=2, expected epoch=0, since there are events");
    assertThat(objection(FIRST.without(Setting.PARTITIONS), Settings.INITIAL, false))
        .isEqualTo("epoch=2, expected epoch=0");
  }

  /** Leaving it out tells 0. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void epochThatIsTold_isNeverAnother(boolean hasEvents) {
    Settings told = FIRST.applyTo(Settings.INITIAL);
    assertThat(objection(FIRST, told, hasEvents)).isNull();
    assertThat(objection(FIRST.without(Setting.EPOCH), told, hasEvents)).isNull();
    assertThat(objection(FIRST.with(Setting.EPOCH, 3), told, hasEvents))
        .isEqualTo("epoch=3, expected epoch=2");
    assertThat(objection(FIRST.with(Setting.EPOCH, 0), told, hasEvents))
        .isEqualTo("epoch=0, expected epoch=2");

    Settings untold = FIRST.without(Setting.EPOCH).applyTo(Settings.INITIAL);
    assertThat(objection(FIRST, untold, hasEvents)).isEqualTo("epoch=2, expected epoch=0");
    assertThat(objection(FIRST.with(Setting.EPOCH, 0), untold, hasEvents)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 512})
  void epochOutOfItsBounds_isADeadLetter(int epoch) {
    byte[] record =
        "{\"type\":\"settings\",\"partitions\":3,\"epoch\":%d}"
            .formatted(epoch)
            .getBytes(StandardCharsets.UTF_8);

    assertThat(CommandCodec.decode(null, record)).isInstanceOf(DecodedCommand.Dead.class);
  }

  private static @Nullable String objection(
      SettingsChange change, Settings before, boolean hasEvents) {
    return change.objection(before, /* partition= */ 0, hasEvents, Settings.NEWEST_RULES);
  }
}
