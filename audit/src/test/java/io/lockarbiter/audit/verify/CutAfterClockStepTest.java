package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.verify.Verification.Check;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The broker's clock was an hour ahead for a moment, and so log time is an hour ahead of the append
 * times from then on (RULES.md, Log time). The first command that retention has left, a tick, has
 * no events.
 */
class CutAfterClockStepTest {
  private static final long HOUR_MS = 3_600_000;
  private static final long LEASE_MS = 300_000;

  @ParameterizedTest
  @EnumSource
  void endOfALockFromBeforeTheCut_isNoViolation(Check check) {
    assertThat(log(HOUR_MS, LEASE_MS).violations(EnumSet.of(check))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void endOfACheckOutFromBeforeTheCut_isNoViolation(Check check) {
    assertThat(log(HOUR_MS, CutLog.WEEK_MS).violations(EnumSet.of(check))).isEmpty();
  }

  /** For comparison. */
  @Test
  void withoutTheStep_thereAreNone() {
    assertThat(log(0, CutLog.WEEK_MS).violations(EnumSet.allOf(Check.class))).isEmpty();
  }

  /** Lock b, from before the cut, is held: a state without it would be wrong. */
  @Test
  void state_isUndecidable() {
    CutLog log = log(HOUR_MS, CutLog.WEEK_MS);
    assertThatThrownBy(() -> HistoryState.at(log.history(), Moment.END))
        .isInstanceOf(UndecidableException.class)
        .hasMessageContaining("retention has removed the beginning");
  }

  /** Lock d is asked for within that time, and no event tells it yet. */
  @Test
  void stateAfterPendingCommands_isUndecidable() {
    CutLog log = log(0, CutLog.WEEK_MS);
    int published = log.history().eventRecords().size();
    MemoryHistory whole =
        log.append(1_060_000, CutLog.acquire("d", "/d", CutLog.WEEK_MS))
            .tick(1_060_000 + HOUR_MS)
            .history();
    MemoryHistory history =
        new MemoryHistory(
            whole.partition(),
            whole.partitions(),
            whole.commandRecords(),
            whole.eventRecords().subList(0, published),
            whole.begins());
    assertThatThrownBy(() -> HistoryState.at(history, Moment.END))
        .isInstanceOf(UndecidableException.class);
  }

  private static CutLog log(long aheadMs, long leaseMs) {
    return new CutLog()
        .tick(1_000_000 + aheadMs)
        .tick(1_020_000)
        .append(1_030_000, CutLog.acquire("a", "/a", leaseMs))
        .append(1_030_001, CutLog.acquire("b", "/b", leaseMs))
        .cut()
        .tick(1_040_000)
        .settings(1_040_001)
        .append(1_050_000, CutLog.acquire("c", "/c", leaseMs))
        .release(1_050_001, "a", "ann")
        .release(1_050_002, "c", "ann");
  }
}
