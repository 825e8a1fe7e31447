package io.lockarbiter.trial.bench.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** One short run; what a commit costs is a figure of the bench, not looked at. */
class CommitBenchIT {
  @Test
  void oneShortRun_measuresBothDesignsAtEveryLevel() {
    StringWriter out = new StringWriter();

    int exitCode =
        new CommandLine(new CommitBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--runs=1",
                "--seconds=1",
                "--warm-up-seconds=1",
                "--partitions=3",
                "--rates=60",
                "--in-flight=30");

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("\\R60 records/s +a transaction per partition +[\\d.]+")
        .containsPattern("\\R60 records/s +one transaction over all +[\\d.]+")
        .containsPattern("\\Rfull speed, 30 in flight +a transaction per partition +[1-9]")
        .containsPattern("\\Rfull speed, 30 in flight +one transaction over all +[1-9]");
  }
}
