package io.lockarbiter.trial.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bad input among good: each record is answered or a dead letter, once. */
class FuzzIT {
  private static final int RECORDS = 40_000;

  @Test
  @Tag("nightly")
  void badInput_isAnsweredOrDeadLetteredOnce() throws Exception {
    long seed = Seeds.fresh();
    try (BenchStage stage = BenchStage.startQuick(null, StopSignal.never())) {
      FuzzReport report = new FuzzRun(seed, RECORDS, stage, System.out::println).run();
      FuzzCommand.lines(report).forEach(System.out::println);

      assertThat(report.isClean()).as("seed=%d: %s", seed, FuzzCommand.lines(report)).isTrue();
      assertThat(report.dead()).isBetween(RECORDS / 20L, RECORDS * 9 / 10L);
      assertThat(report.neighbourMs().get(0)).isPositive();
    }
  }

  @Test
  void sameSeed_isTheSameRecords() {
    FuzzedRecords one = new FuzzedRecords(7, 6);
    FuzzedRecords other = new FuzzedRecords(7, 6);
    for (int i = 0; i < 5_000; i++) {
      assertThat(Arrays.equals(one.next().value(), other.next().value())).isTrue();
    }
  }
}
