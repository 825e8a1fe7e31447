package io.lockarbiter.trial.bench.scale;

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

/** One short run; what the processes use is a figure of the bench, not looked at. */
class ScaleBenchIT {
  @TempDir private Path folder;

  @Test
  void threeMastersAndTwoArbiters_shareThePartitionsEvenly() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("scale.json");

    int exitCode =
        new CommandLine(new ScaleBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--partitions=6",
                "--threads=1",
                "--commands=600",
                "--warm-up-commands=60",
                "--in-flight=60",
                "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("1 master, 1 arbiter +redis 1 +6 +\\d+ +100\\.0")
        .containsPattern("3 masters, 2 arbiters +redis 1 +2 +\\d+ ")
        .containsPattern("3 masters, 2 arbiters +redis 2 +2 +\\d+ ")
        .containsPattern("3 masters, 2 arbiters +redis 3 +2 +\\d+ ")
        .containsPattern("3 masters, 2 arbiters +arbiter 1 +3 +\\d+ ")
        .containsPattern("3 masters, 2 arbiters +arbiter 2 +3 +\\d+ ")
        .containsPattern("on the broker's disk: [1-9]\\d* bytes a command, [1-9]\\d* its events")
        .contains("processor s per million commands", "equal ranges");
    assertThat(Files.readString(json)).contains("\"secondsPerMillion\" : {", "\"equalSlots\" : [");
  }
}
