package io.lockarbiter.trial.bench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** One round; how long partitions stand still is a figure of the bench, not looked at. */
class HandoverBenchIT {
  private static final int PARTITIONS = 4;

  @TempDir private Path folder;

  @Test
  void oneRound_tellsOfEveryChangeAndLosesNoAnswer() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("handover.json");

    int exitCode =
        new CommandLine(new HandoverBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--rounds=1",
                "--partitions=" + PARTITIONS,
                "--threads=1",
                "--interval-ms=50",
                "--quiet-seconds=1",
                "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .contains("round 1 of 1, quiet: 4 stayed, ")
        .containsPattern("round 1 of 1, leave: \\d moved, .*; \\d stayed, ")
        .containsPattern("round 1 of 1, SIGKILL: \\d moved, ")
        .containsPattern("round 1 of 1, join: \\d moved, ")
        .containsPattern("round 1 of 1, rolling restart: \\d moved, ")
        .containsPattern("\\R([\\d,]+) commands, \\1 answers, 0 refused\\R");
    assertThat(Files.readString(json)).contains("\"cause\" : \"SIGKILL\"", "\"stallsMs\" : [");
  }
}
