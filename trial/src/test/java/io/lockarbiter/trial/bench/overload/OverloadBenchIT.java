package io.lockarbiter.trial.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short; how long the backlog takes is a figure of the bench, not looked at. */
class OverloadBenchIT {
  @TempDir private Path folder;

  @Test
  void moreThanCanBeDecided_isAllAnsweredOnce() throws IOException {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    Path json = folder.resolve("overload.json");

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setOut(writer)
            .setErr(writer)
            .execute(
                "overload",
                "--accounts=500",
                "--partitions=2",
                "--hot-percent=90",
                "--measure-seconds=3",
                "--overload-seconds=3",
                "--normal-seconds=3",
                "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("(?m)^ *90 % +[\\d,]+ .+ (within|over) *$")
        .containsPattern(
            "90 % of one account: ([\\d,]+) commands, \\1 answered, 0 twice, 0 refused\\R");
    assertThat(Files.readString(json)).contains("\"hotPercent\" : 90", "\"backlog\" : ");
  }
}
