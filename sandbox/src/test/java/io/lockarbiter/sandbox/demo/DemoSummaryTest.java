package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.sandbox.measure.LatencyHistogram;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {
  private final FileChecks checks = new FileChecks();

  @Test
  void grantsAndRefusalsWithoutDamage_areGood() {
    DemoSummary summary = summary(true, 10, Map.of(RejectReason.CONFLICT, 1L));

    assertThat(summary.isGood()).isTrue();
    assertThat(summary.lines())
        .last()
        .isEqualTo("No damage: every file is where it should be and holds what was uploaded.");
  }

  @Test
  void damageWithLocks_isBadAndShown() {
    checks.found(Violation.TORN, "/a/f after the upload");
    DemoSummary summary = summary(true, 10, Map.of(RejectReason.CONFLICT, 1L));

    assertThat(summary.isGood()).isFalse();
    assertThat(summary.lines())
        .contains(
            "  1 files with mixed or partial content, such as /a/f after the upload",
            "FAILED: 1 cases of damage although everybody asked first.");
  }

  @Test
  void nothingGrantedOrNothingRefused_isBad() {
    assertThat(summary(true, 0, Map.of(RejectReason.CONFLICT, 1L)).isGood()).isFalse();
    assertThat(summary(true, 10, Map.of()).isGood()).isFalse();
    assertThat(summary(true, 10, Map.of()).lines())
        .last()
        .isEqualTo("FAILED: locks must be both granted and refused in a run; let it run longer.");
  }

  @Test
  void damageWithoutLocks_isWhatTheRunIsFor() {
    checks.found(Violation.TORN, "/a/f");
    DemoSummary summary = summary(false, 0, Map.of());

    assertThat(summary.isGood()).isTrue();
    assertThat(summary.lines()).last().isEqualTo("Without the arbiter: 1 cases of damage in 12 s.");
  }

  private DemoSummary summary(boolean locked, long granted, Map<RejectReason, Long> rejections) {
    return new DemoSummary(
        new DemoState(
            12, locked, granted, 0, 20, 5, 1, 2, rejections, List.of(), new FileCounts(), checks),
        new LatencyHistogram().snapshot());
  }
}
