package io.lockarbiter.trial.bench.worst;

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

/** A few inputs, small; how long a call takes is a figure of the bench, not looked at. */
class WorstBenchIT {
  private final StringWriter out = new StringWriter();

  @TempDir private Path directory;

  @Test
  void inputs_areMeasuredOneByOne() throws IOException {
    Path json = directory.resolve("worst.json");

    int exitCode = run("--quick", "--only=above", "--only=view-explain", "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("(?m)^above: refusals of four paths")
        .containsPattern("(?m)^view-explain +20 +[\\d.]+")
        .containsPattern("(?m)^above +\\d+ +[\\d.]+");
    assertThat(Files.readString(json)).contains("\"input\" : \"above\"", "\"bytesOut\"");
  }

  @Test
  void unknownInput_isRefusedWithThoseThereAre() {
    assertThat(run("--only=nonsense")).isEqualTo(2);
    assertThat(out.toString()).contains("--only=[nonsense], expected one of [holding,");
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    String[] words = new String[arguments.length + 1];
    words[0] = "worst";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return BenchCommand.commandLine(StopSignal.never())
        .setOut(writer)
        .setErr(writer)
        .execute(words);
  }
}
