package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions.Position;
import io.lockarbiter.console.kafka.OpenTransaction;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.List;
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
    return PartitionDiagnosis.of(3, header, position, published, /* overdue= */ false);
  }

  @Test
  void decidedLog_isWell() {
    PartitionDiagnosis found = of(WELL, position(0, 100, 100L, true), 50);
    assertThat(found).isEqualTo(new PartitionDiagnosis("OK", null, null, null));
  }

  @Test
  void partitionWithoutAnArbiter_isStalled_whetherCommandsWaitOrNot() {
    PartitionDiagnosis found = of(WELL, position(0, 120, 100L, false), 50);
    assertThat(found)
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("STALLED", "NO_OWNER");
    assertThat(found.cause()).contains("no arbiter has this partition");
    assertThat(found.remedy()).startsWith("Start an arbiter");
    assertThat(of(WELL, position(0, 100, 100L, false), 50)).isEqualTo(found);
  }

  @Test
  void lagThatAnArbiterHas_isLeftToTheArbiterToExplain() {
    PartitionDiagnosis found = of(WELL, position(0, 120, 100L, true), 50);
    assertThat(found.cause()).contains("though an arbiter has this partition");
    assertThat(found.remedy()).contains("lockarbiter partitions --arbiter URL", "partition 3");
    assertThat(of(WELL, position(0, 120, 100L, null), 50).cause()).contains("cannot be seen");
  }

  /** The arbiters see no lag, and are not what is wrong. */
  @Test
  void openTransaction_isNamedWithTheCommandThatEndsIt() {
    PartitionDiagnosis found =
        of(
            WELL,
            stalled(120, true, null, new OpenTransaction("eu.lock.commands", false, 100, 20)),
            50);
    assertThat(found.state()).isEqualTo("STALLED");
    assertThat(found.section()).isEqualTo("COMMANDS_TRANSACTION");
    assertThat(found.cause()).contains("open on eu.lock.commands since offset 100; the 20 offsets");
    assertThat(found.remedy())
        .contains("abort --topic eu.lock.commands --partition 3 --start-offset 100")
        .doesNotContain("lockarbiter partitions");

    assertThat(
            of(WELL, stalled(100, true, null, new OpenTransaction("lock.events", true, 7, 1)), 50))
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("STALLED", "EVENTS_TRANSACTION");
  }

  @Test
  void stranger_isNamed_alsoWhileNothingWaits() {
    PartitionDiagnosis found = of(WELL, stalled(100, false, "client.id=tool at /10.0.0.9"), 50);
    assertThat(found)
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("STALLED", "STRANGER");
    assertThat(found.cause()).contains("client.id=tool at /10.0.0.9");
    assertThat(found.remedy()).startsWith("Stop that consumer");
  }

  @Test
  void overdueEnd_isTheClocks_unlessCommandsWait() {
    assertThat(PartitionDiagnosis.of(3, WELL, position(0, 100, 100L, true), 50, true))
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("STALLED", "CLOCK");
    assertThat(PartitionDiagnosis.of(3, WELL, position(0, 120, 100L, true), 50, true).state())
        .isEqualTo("BEHIND");
  }

  /** A broker that restarts is back by then. */
  @Test
  void silentKafka_isTheBrokers_onceItLasts() {
    assertThat(PartitionDiagnosis.ofSilence(Duration.ofSeconds(5)))
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("UNKNOWN", null);
    PartitionDiagnosis found = PartitionDiagnosis.ofSilence(Duration.ofSeconds(10));
    assertThat(found)
        .extracting(PartitionDiagnosis::state, PartitionDiagnosis::section)
        .containsExactly("STALLED", "BROKER");
    assertThat(found.remedy()).startsWith("See whether the brokers run");
  }

  private static Position stalled(
      long end, boolean owned, @Nullable String stranger, OpenTransaction... transactions) {
    return new Position(0L, end, 100L, 70_000L, owned, stranger, List.of(transactions));
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

  /** The arbiters commit their position once a second only; Redis knows what is decided. */
  @Test
  void committedOffsetOfASecondAgo_isNoLagAndNoLoss() {
    Position position = position(95, 100, 90L, true);
    assertThat(of(WELL, position, 50).state()).isEqualTo("OK");
    assertThat(position.lag(WELL.appliedOffset())).isZero();
    assertThat(position.lag(-1)).as("without a state").isEqualTo(10);
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
