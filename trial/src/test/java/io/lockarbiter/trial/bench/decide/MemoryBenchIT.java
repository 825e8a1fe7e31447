package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Few locks of each shape; what they take is a figure of the bench, not looked at. */
@Tag("nightly")
class MemoryBenchIT {
  @TempDir private Path directory;

  @Test
  void figures_areATableAndJson() throws IOException {
    StringWriter out = new StringWriter();
    Path json = directory.resolve("memory.json");

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setOut(new PrintWriter(out, true))
            .execute("memory", "--targets=100", "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString()).containsPattern("(?m)^ *16 +16 +0 +[\\d,]+ +[\\d,]+");
    assertThat(Files.readString(json)).contains("\"depth\" : 16", "\"waiting\" : ");
  }
}
