package io.lockarbiter.trial.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pool starts late, and one worker after the other is killed in the middle of its jobs, or
 * ended in order. {@code -Dlockarbiter.jobs=10000 -Dlockarbiter.job-ms=100} is a long run.
 */
@Tag("nightly")
class JobsIT {
  private static final JobsSettings SETTINGS =
      new JobsSettings(
          Integer.getInteger("lockarbiter.jobs", 200),
          3,
          4,
          50,
          1_000,
          Integer.getInteger("lockarbiter.job-ms", 400),
          60,
          5,
          4);

  @Test
  void jobsOfWorkersThatComeAndGo_areDoneOrToldAndNoneTwice() throws Exception {
    AtomicReference<String> last = new AtomicReference<>("nothing");
    try (BenchStage stage = BenchStage.startQuick(null, StopSignal.never())) {
      JobsReport report = new JobsRun(SETTINGS, stage, last::set).run();
      System.out.println(report);

      assertThat(report.isClean()).as("%s; %s", report, last).isTrue();
      assertThat(report.kills()).isPositive();
      assertThat(report.restarts()).isPositive();
      assertThat(report.earlyLost()).as("%s", report).isZero();
      assertThat(report.told()).containsKey("done");
    }
  }
}
