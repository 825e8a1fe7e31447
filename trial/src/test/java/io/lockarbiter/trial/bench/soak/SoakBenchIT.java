package io.lockarbiter.trial.bench.soak;

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

/** A few changes of each kind; how long partitions stand still is not looked at. */
class SoakBenchIT {
  /** Joins twice, then leaves by SIGTERM and by SIGKILL. */
  private static final int SEED = 1;

  @TempDir private Path folder;

  @Test
  void fewChanges_loseNothing() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("soak.json");

    int exitCode =
        new CommandLine(new SoakBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--minutes=1",
                "--every-seconds=15",
                "--seed=" + SEED,
                "--partitions=4",
                "--threads=1",
                "--rate=30",
                "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("change 2 of 4, join: \\d moved, .*; \\d stayed, .*; 3 running")
        .containsPattern("change 3 of 4, leave: \\d moved, .*; 2 running")
        .containsPattern("change 4 of 4, SIGKILL: \\d moved, .*; 1 running")
        .containsPattern("\\Rquiet +4 +0 ")
        .containsPattern("\\Ran instance starts +2 +0 ")
        .containsPattern("files: [1-9][\\d,]* operations, no damage\\R")
        .containsPattern(
            "answers: ([\\d,]+) commands, .*; \\1 answers, 0 missing, 0 repeated, 0 to no command\\R")
        .containsPattern("audit: clean, [\\d,]+ answers judged, 0 pending, 0 violations\\R")
        .containsPattern("state: Redis had what the history says in each of 8 looks, ");
    assertThat(Files.readString(json))
        .contains("\"verdict\" : \"CLEAN\"", "\"cause\" : \"SIGKILL\"", "\"stallsMs\" : [");
  }
}
