package io.lockarbiter.arbiter.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateRulesTest {
  @Test
  void noState_isFine() {
    assertThat(StateRules.findings(partitions(24), partition -> null)).isEmpty();
  }

  @Test
  void sameSize_isFine() {
    assertThat(StateRules.findings(partitions(24), partition -> header(7, 24))).isEmpty();
  }

  @Test
  void grownTopic_isRefused() {
    List<Finding> findings =
        StateRules.findings(partitions(24), partition -> partition < 12 ? header(7, 12) : null);

    assertThat(findings)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isTrue();
              assertThat(finding.text())
                  .startsWith(
                      "partition=0 was decided with partitions=12, expected lockarbiter.topics.partitions=24; ");
            });
  }

  @Test
  void stateThatHasReadNothing_isFine() {
    assertThat(StateRules.findings(partitions(24), partition -> header(-1, Settings.UNTOLD)))
        .isEmpty();
  }

  @Test
  void commandsBeforeTheFirstSettings_areFine() {
    assertThat(StateRules.findings(partitions(3), partition -> header(7, Settings.UNTOLD)))
        .isEmpty();
  }

  @Test
  void smallerThanBefore_isRefused() {
    assertThat(StateRules.findings(partitions(3), partition -> header(7, 6))).hasSize(1);
  }

  @Test
  void otherComparisonOfNames_isRefused() {
    Settings withoutCase = partitions(24).with(Setting.NAMES_WITHOUT_CASE, 1);

    assertThat(StateRules.findings(withoutCase, partition -> header(7, 24)))
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .contains("namesWithoutCase=false", "lockarbiter.names.without-case=true");
  }

  /** It is told by whoever has the partition first, and names the number of partitions anyhow. */
  @Test
  void comparisonOfNamesThatIsNotTold_isFineAndTheNumberIsNot() {
    PartitionHeader told = header(7, 24);
    PartitionHeader untold =
        new PartitionHeader(
            7, 0, 0, 0, 0, told.settings().with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE));

    for (int value : new int[] {0, 1}) {
      Settings configured = partitions(24).with(Setting.NAMES_WITHOUT_CASE, value);
      assertThat(StateRules.findings(configured, partition -> untold)).isEmpty();
    }
    assertThat(StateRules.findings(partitions(3), partition -> untold)).hasSize(1);
  }

  /** One forged record may tell a partition that case counts; then no setting fits all. */
  @Test
  void partitionsToldDifferently_areFineWithAWarning() {
    PartitionHeader counts = header(7, 2);
    Settings without = counts.settings().with(Setting.NAMES_WITHOUT_CASE, 1);
    List<PartitionHeader> headers = List.of(new PartitionHeader(7, 0, 0, 0, 0, without), counts);

    for (int value : new int[] {0, 1}) {
      Settings configured = partitions(2).with(Setting.NAMES_WITHOUT_CASE, value);
      assertThat(StateRules.findings(configured, headers::get))
          .singleElement()
          .matches(finding -> !finding.refuses());
    }
    assertThat(StateRules.findings(partitions(3), headers::get))
        .singleElement()
        .matches(Finding::refuses);
  }

  @Test
  void otherEpoch_isRefused() {
    Settings later = partitions(2).with(Setting.EPOCH, 1);

    assertThat(StateRules.findings(later, partition -> header(7, 2)))
        .singleElement()
        .matches(Finding::refuses)
        .extracting(Finding::text)
        .asString()
        .contains("was decided with epoch=0, expected lockarbiter.epoch=1");
    assertThat(StateRules.findings(later, partition -> header(7, 0, later, 0))).isEmpty();
  }

  /** Its events are numbered from 1 already, and no epoch is told behind one. */
  @Test
  void eventsBeforeTheFirstSettings_areRefusedWithAnEpoch() {
    Settings later = partitions(2).with(Setting.EPOCH, 1);
    Settings untold = later.with(Setting.PARTITIONS, Settings.UNTOLD).with(Setting.EPOCH, 0);

    assertThat(StateRules.findings(later, partition -> header(7, 3, untold, 0)))
        .singleElement()
        .matches(Finding::refuses);
    assertThat(StateRules.findings(later, partition -> header(7, 0, untold, 0))).isEmpty();
  }

  /** Somebody's commands came first in one of them; then no setting fits all. */
  @Test
  void partitionsOfDifferentEpochs_areFineWithAWarningBesideThatOfCase() {
    Settings later = partitions(2).with(Setting.EPOCH, 1);
    List<PartitionHeader> headers = List.of(header(7, 0, later, 0), header(7, 0, partitions(2), 1));

    for (int epoch : new int[] {0, 1, 2}) {
      assertThat(StateRules.findings(later.with(Setting.EPOCH, epoch), headers::get))
          .hasSize(2)
          .noneMatch(Finding::refuses)
          .extracting(Finding::text)
          .anyMatch(text -> text.startsWith("partitions were told different epochs"));
    }
  }

  private static PartitionHeader header(
      long appliedOffset, long seq, Settings settings, int withoutCase) {
    return new PartitionHeader(
        appliedOffset, 0, 0, 0, seq, settings.with(Setting.NAMES_WITHOUT_CASE, withoutCase));
  }

  private static PartitionHeader header(long appliedOffset, int partitions) {
    return new PartitionHeader(
        appliedOffset,
        0,
        0,
        0,
        0,
        Settings.DEFAULT
            .with(Setting.RULES, 1)
            .with(Setting.PARTITIONS, partitions)
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 1)
            .with(Setting.LOCKS_PER_ACCOUNT, 1)
            .with(Setting.WAITERS_PER_ACCOUNT, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.WINDOW_MS, 1)
            .with(Setting.REPEAT_WINDOW_MS, 0)
            .with(Setting.ENDINGS_PER_ACCOUNT, 1));
  }

  private static Settings partitions(int number) {
    return Settings.DEFAULT.with(Setting.PARTITIONS, number);
  }
}
