package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final Settings FOUR_WAITERS =
      Settings.DEFAULT.with(Setting.WAITERS_PER_ACCOUNT, 4);

  @Test
  void settingsNotGiven_haveTheirDefaults() {
    assertThat(new Settings(Map.of(Setting.WAITERS_PER_ACCOUNT, 4))).isEqualTo(FOUR_WAITERS);
    assertThat(FOUR_WAITERS.get(Setting.PARTITIONS)).isEqualTo(12);
    assertThat(FOUR_WAITERS.toString())
        .startsWith(
            "rules=%d partitions=12 locksPerSubAccount=10000 ".formatted(Settings.NEWEST_RULES))
        .contains(" waitersPerAccount=4 ");
  }

  @Test
  void change_leavesWhatItDoesNotName() {
    SettingsChange change = SettingsChange.NOTHING.with(Setting.RULES, 2).with(Setting.RULES, null);
    assertThat(change.get(Setting.RULES)).isEqualTo(2);
    assertThat(change.get(Setting.PARTITIONS)).isNull();
    assertThat(change.applyTo(FOUR_WAITERS)).isEqualTo(FOUR_WAITERS.with(Setting.RULES, 2));
  }

  @Test
  void changes_addUpAndTheLaterWins() {
    SettingsChange first =
        SettingsChange.NOTHING.with(Setting.RULES, 2).with(Setting.PARTITIONS, 3);
    SettingsChange both = first.then(SettingsChange.NOTHING.with(Setting.PARTITIONS, 5));
    assertThat(both.values())
        .containsExactly(Map.entry(Setting.RULES, 2), Map.entry(Setting.PARTITIONS, 5));
    assertThat(SettingsChange.to(FOUR_WAITERS).applyTo(Settings.DEFAULT)).isEqualTo(FOUR_WAITERS);
  }

  @Test
  void caseIsLeftOutWhileThereAreLocks_waitsAlone() {
    SettingsChange first = SettingsChange.to(FOUR_WAITERS.with(Setting.NAMES_WITHOUT_CASE, 1));
    Settings untold = first.applyTo(Settings.INITIAL, /* hasLocks= */ true);

    assertThat(first.objection(Settings.INITIAL, 0, false, Settings.NEWEST_RULES)).isNull();
    assertThat(untold)
        .isEqualTo(FOUR_WAITERS.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE));
    assertThat(untold.isCaseTold()).isFalse();
    assertThat(untold.areNamesWithoutCase()).isFalse();
    for (int value : new int[] {0, 1}) {
      SettingsChange later = SettingsChange.NOTHING.with(Setting.NAMES_WITHOUT_CASE, value);
      assertThat(later.objection(untold, 0, false, Settings.NEWEST_RULES)).isNull();
      assertThat(later.objection(Settings.INITIAL, 0, false, Settings.NEWEST_RULES) == null)
          .isEqualTo(value == 0);
      Settings told = later.applyTo(untold);
      assertThat(told.isCaseTold()).isTrue();
      assertThat(told.areNamesWithoutCase()).isEqualTo(value == 1);
      SettingsChange other = SettingsChange.NOTHING.with(Setting.NAMES_WITHOUT_CASE, 1 - value);
      assertThat(other.objection(told, 0, false, Settings.NEWEST_RULES))
          .isEqualTo("namesWithoutCase=%d, expected namesWithoutCase=%d", 1 - value, value);
    }
  }

  /** They are compared as they should be, so nothing would be lost sight of. */
  @Test
  void caseThatIsLeftOutAlready_staysSoWithLocks() {
    Settings without = FOUR_WAITERS.with(Setting.NAMES_WITHOUT_CASE, 1);

    assertThat(SettingsChange.to(without).applyTo(without, /* hasLocks= */ true))
        .isEqualTo(without);
  }

  @Test
  void difference_namesWhatDiffersAlone() {
    Settings other =
        Settings.DEFAULT.with(Setting.LOCKS_PER_ACCOUNT, 1).with(Setting.WINDOW_MS, 5_000);

    assertThat(other.differenceFrom(Settings.DEFAULT))
        .isEqualTo("locksPerAccount=1 instead of 100000, windowMs=5000 instead of 10000");
    assertThat(Settings.DEFAULT.differenceFrom(Settings.DEFAULT)).isEmpty();
  }
}
