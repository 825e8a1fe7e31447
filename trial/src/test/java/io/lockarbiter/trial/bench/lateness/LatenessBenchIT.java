package io.lockarbiter.trial.bench.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** One round; how late the events are is a figure of the bench, not looked at. */
class LatenessBenchIT {
  @Test
  void oneRound_countsEveryLeaseAndEveryWait() {
    StringWriter out = new StringWriter();

    int exitCode =
        new CommandLine(new LatenessBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute("--rounds=1", "--partitions=2");

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .contains("round 1 of 1: 10 events so far")
        .containsPattern("lease expired +6 +\\d")
        .containsPattern("waiting request granted +2 +\\d")
        .containsPattern("wait timed out +2 +\\d");
  }
}
