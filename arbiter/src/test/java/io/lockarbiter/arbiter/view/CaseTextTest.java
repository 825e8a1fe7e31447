package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.junit.jupiter.api.Test;

class CaseTextTest {
  private static final Settings WITH_CASE = Settings.DEFAULT;
  private static final Settings WITHOUT_CASE = WITH_CASE.with(Setting.NAMES_WITHOUT_CASE, 1);

  private static final Settings UNTOLD =
      WITH_CASE.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);

  @Test
  void locksFromBefore_areTheCauseUntilCaseIsTold() {
    assertThat(CaseText.of(UNTOLD, WITHOUT_CASE))
        .contains("somebody had locks before the first settings", "Fix: ", "checkouts list");
  }

  @Test
  void partitionWithoutSettings_isNotSaidToHaveThem() {
    assertThat(CaseText.of(Settings.INITIAL, WITHOUT_CASE))
        .contains("no settings are in force yet")
        .doesNotContain("All other settings");
  }

  @Test
  void logThatWasToldOtherwise_isTheCauseAfterwards() {
    assertThat(CaseText.of(WITH_CASE, WITHOUT_CASE))
        .contains("names.without-case=true, and the log was told false", "without-case=false on");
    assertThat(CaseText.of(WITHOUT_CASE, WITH_CASE))
        .contains("names.without-case=false, and the log was told true", "without-case=true on");
  }

  @Test
  void asConfigured_isNoProblem() {
    assertThat(CaseText.of(WITHOUT_CASE, WITHOUT_CASE)).isNull();
    assertThat(CaseText.of(Settings.INITIAL, WITH_CASE)).isNull();
    assertThat(CaseText.of(UNTOLD, WITH_CASE)).isNull();
  }
}
