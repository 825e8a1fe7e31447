package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions.Position;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionDiagnosisTest {
  /** A header with offset 99 applied, at 60 s, and 50 events. */
  private static PartitionHeader header(int rules) {
    return new PartitionHeader(
        99, 60_000, 1, 60_000, 50, Settings.DEFAULT.with(Setting.RULES, rules));
  }

  private static final PartitionHeader WELL = header(Settings.NEWEST_RULES);

  private static Position position(
      long begin, long end, @Nullable Long committed, @Nullable Boolean owned) {
    return new Position(begin, end, committed, 70_000L, owned);
  }

  private static PartitionDiagnosis of(
      @Nullable PartitionHeader header, @Nullable Position position, long published) {
    return PartitionDiagnosis.of(3, header, position, published);
  }

  @Test
  void decidedLog_isWell() {
    PartitionDiagnosis found = of(WELL, position(0, 100, 100L, true), 50);
    assertThat(found).isEqualTo(new PartitionDiagnosis("OK", null, null, null));
  }

  @Test
  void lagWithoutAnArbiter_isNamedSo() {
    PartitionDiagnosis found = of(WELL, position(0, 120, 100L, false), 50);
    assertThat(found.state()).isEqualTo("BEHIND");
    assertThat(found.cause()).contains("no arbiter has this partition");
    assertThat(found.remedy()).startsWith("Start an arbiter");
  }

  @Test
  void lagThatAnArbiterHas_isLeftToTheArbiterToExplain() {
    PartitionDiagnosis found = of(WELL, position(0, 120, 100L, true), 50);
    assertThat(found.cause()).contains("though an arbiter has this partition");
    assertThat(found.remedy()).contains("lockarbiter partitions --arbiter URL", "partition 3");
    assertThat(of(WELL, position(0, 120, 100L, null), 50).cause()).contains("cannot be seen");
  }

  @Test
  void noState_dependsOnWhetherAnArbiterBringsItBack() {
    assertThat(of(null, position(0, 120, 100L, true), -1))
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("NO_STATE", "EMPTY");
    assertThat(of(null, position(0, 120, 100L, false), -1).remedy())
        .startsWith("No arbiter has this partition");
    assertThat(of(null, position(0, 0, null, true), -1).cause())
        .startsWith("No command was ever sent there");
  }

  @Test
  void logThatEndsBeforeWhatWasDecided_isAhead() {
    PartitionDiagnosis found = of(WELL, position(0, 40, 100L, true), 50);
    assertThat(found.state()).isEqualTo("SUSPECT");
    assertThat(found.section()).isEqualTo("AHEAD");
    assertThat(found.cause()).contains("ends at offset 40", "up to 99 were decided");
  }

  @Test
  void undecidedCommandsThatRetentionTook_areRetention() {
    PartitionDiagnosis found = of(WELL, position(130, 140, 100L, true), 50);
    assertThat(found.section()).isEqualTo("RETENTION");
    assertThat(found.cause()).contains("removed 30 undecided commands");
  }

  @Test
  void eventThatRedisDoesNotKnow_isLostWrites() {
    PartitionDiagnosis found = of(WELL, position(0, 100, 100L, true), 51);
    assertThat(found.section()).isEqualTo("BEHIND");
    assertThat(found.cause()).contains("Event 51 is published, Redis knows up to 50");
  }

  @Test
  void newerRules_areSaidBeforeAnythingIsForetold() {
    PartitionDiagnosis found = of(header(Settings.NEWEST_RULES + 1), null, 50);
    assertThat(found.section()).isEqualTo("RULES");
    assertThat(found.remedy()).contains("what this one foretells may be wrong");
  }
}
