package io.lockarbiter.trial.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Short: one worker is killed in the middle of its jobs. */
class JobsBenchIT {
  @Test
  void jobsOfWorkersThatAreKilled_areDoneOrToldAndNoneTwice() {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setOut(writer)
            .setErr(writer)
            .execute("jobs", "--jobs=200", "--job-ms=400", "--concurrency=4", "--partitions=4");

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("200 jobs in [\\d.]+ s, [1-9]\\d* workers killed: \\{done=\\d+")
        .contains("0 silent, 0 twice to the end, 0 told as done and not", ": clean");
  }
}
