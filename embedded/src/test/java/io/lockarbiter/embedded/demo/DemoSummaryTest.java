package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {
  private final FileChecks checks = new FileChecks();
  private final FileCounts files = new FileCounts();
  private final LatencyHistogram waits = new LatencyHistogram();
  private long waited = 6;
  private @Nullable LossState losses;

  @Test
  void grantsAndRefusalsWithoutDamage_areGood() {
    DemoSummary summary = summary(Locking.PATHS, 10, Map.of(RejectReason.CONFLICT, 1L));

    assertThat(summary.isGood()).isTrue();
    assertThat(summary.lines())
        .last()
        .isEqualTo("No damage: every file is where it should be and holds what was uploaded.");
  }

  @Test
  void waits_areSummedUp() {
    for (int i = 0; i < 50; i++) {
      waits.record(0);
      waits.record(1_250_000_000L * (i / 48));
    }
    assertThat(summary(Locking.PATHS, 10, Map.of(RejectReason.DEADLOCK, 3L)).lines())
        .contains(
            "  waiting     p50 0.00 s, p99 1.25 s, longest 1.25 s; 2 timed out",
            "  locks       10 granted, 6 after waiting; 0 still held, 0 waiting",
            "  rejected    3 {DEADLOCK=3}");
  }

  @Test
  void operations_areTheSameLineForEveryKindOfRun() {
    files.written().add(30);
    files.downloaded().add(20);
    files.deletedFolders().add(9);
    files.movedFolders().add(1);

    for (Locking locking : Locking.values()) {
      assertThat(summary(locking, 10, Map.of()).lines())
          .contains(
              "3 accounts with 8 sub-accounts each for 12 s, " + locking.text(),
              "  operations  5.0/s, 60 done",
              "              30 uploads, 20 downloads, 9 deletions, 1 moves",
              "  damage      0")
          .anyMatch(line -> line.startsWith("  waiting     p50 0.00 s, p99 0.00 s"));
    }
  }

  @Test
  void oneAfterTheOther_isGoodIfSomebodyWaitedAlthoughNobodyIsRefused() {
    assertThat(summary(Locking.SERIAL, 10, Map.of()).isGood()).isTrue();

    waited = 0;
    assertThat(summary(Locking.SERIAL, 10, Map.of()).isGood()).isFalse();
    assertThat(summary(Locking.SERIAL, 10, Map.of()).lines())
        .last()
        .isEqualTo(
            "FAILED: locks must be both granted and waited for in a run; let it run longer.");
  }

  @Test
  void damageWithLocks_isBadAndShown() {
    checks.found(Violation.TORN, "/a/f after the upload");
    DemoSummary summary = summary(Locking.PATHS, 10, Map.of(RejectReason.CONFLICT, 1L));

    assertThat(summary.isGood()).isFalse();
    assertThat(summary.lines())
        .contains(
            "  damage      1",
            "              1 files with mixed or partial content, such as /a/f after the upload",
            "FAILED: 1 cases of damage although everybody asked first.");
  }

  @Test
  void nothingGrantedOrNothingRefused_isBad() {
    assertThat(summary(Locking.PATHS, 0, Map.of(RejectReason.CONFLICT, 1L)).isGood()).isFalse();
    assertThat(summary(Locking.PATHS, 10, Map.of()).isGood()).isFalse();
    assertThat(summary(Locking.PATHS, 10, Map.of()).lines())
        .last()
        .isEqualTo("FAILED: locks must be both granted and refused in a run; let it run longer.");
  }

  @Test
  void lossesOfRedis_areGoodIfThereWereAnyAndNoTokenFell() {
    losses = lost(Map.of(Loss.EVERYTHING, 2, Loss.LAST_WRITES, 1), 0);
    DemoSummary good = summary(Locking.PATHS, 10, Map.of(RejectReason.CONFLICT, 1L));

    assertThat(good.isGood()).isTrue();
    assertThat(good.lines())
        .contains(
            "  Redis lost  everything (FLUSHALL) 2 times, silent for 1.93 s at most;"
                + " its last writes (fail-over) 1 times, silent for 0.25 s at most");

    losses = lost(Map.of(Loss.EVERYTHING, 2, Loss.LAST_WRITES, 1), 1);
    assertThat(summary(Locking.PATHS, 10, Map.of(RejectReason.CONFLICT, 1L)).isGood()).isFalse();
    losses = lost(Map.of(), 0);
    DemoSummary quiet = summary(Locking.PATHS, 10, Map.of(RejectReason.CONFLICT, 1L));
    assertThat(quiet.isGood()).isFalse();
    assertThat(quiet.lines()).last().asString().startsWith("FAILED: Redis lost nothing");
  }

  private static LossState lost(Map<Loss, Integer> counts, long fallenTokens) {
    return new LossState(
        counts.isEmpty() ? null : Loss.EVERYTHING,
        Duration.ofSeconds(4),
        1_000,
        counts,
        Map.of(Loss.EVERYTHING, 1_934L, Loss.LAST_WRITES, 250L),
        fallenTokens);
  }

  @Test
  void damageWithoutLocks_isWhatTheRunIsFor() {
    checks.found(Violation.TORN, "/a/f");
    DemoSummary summary = summary(Locking.NONE, 0, Map.of());

    assertThat(summary.isGood()).isTrue();
    assertThat(summary.lines()).last().isEqualTo("Without the arbiter: 1 cases of damage in 12 s.");
  }

  private DemoSummary summary(Locking locking, long granted, Map<RejectReason, Long> rejections) {
    return new DemoSummary(
        new DemoState(
            locking,
            Duration.ofSeconds(12),
            granted,
            0,
            new QueueState(0, waits.snapshot(), 1_250, waited, 2, 3),
            new LatencyHistogram().snapshot(),
            new LatencyHistogram().snapshot(),
            5,
            rejections,
            List.of(),
            files,
            checks,
            losses));
  }
}
