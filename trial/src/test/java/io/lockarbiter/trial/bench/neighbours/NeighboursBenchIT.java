package io.lockarbiter.trial.bench.neighbours;

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

/** All inputs, tiny; how long others wait is a figure of the bench, not looked at. */
class NeighboursBenchIT {
  private final StringWriter out = new StringWriter();

  @TempDir private Path folder;

  @Test
  void allInputs_areMeasuredAndNoPingIsLost() throws IOException {
    Path json = folder.resolve("neighbours.json");

    int exitCode =
        run(
            "--share=500",
            "--partitions=2",
            "--interval-ms=40",
            "--quiet-seconds=1",
            "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .contains("200 answers {granted=200}; pings waited at most ")
        .containsPattern("(?m)^quiet +0 +[\\d,]+ +0( +[\\d,]+){4} *$")
        .containsPattern(row("flood", 200))
        .containsPattern(row("flood-wide", 200))
        .containsPattern(row("expire-many", 40))
        .containsPattern(row("expire-large", 10))
        .containsPattern(row("gone", 11))
        .containsPattern("; ([\\d,]+) pings, \\1 answers, 0 refused\\R");
    assertThat(Files.readString(json))
        .contains("\"released EXPIRED\" : 40", "\"rejected PATH_GONE\" : 10", "\"p99Ms\" : ");
    assertThat(Files.readString(json)).doesNotContain("\"pings\" : 0");
  }

  @Test
  void unknownInput_isRefusedWithThoseThereAre() {
    assertThat(run("--only=nonsense")).isEqualTo(2);
    assertThat(out.toString()).contains("--only=[nonsense], expected one of [flood,");
  }

  private static String row(String input, int answers) {
    return "(?m)^%s +%d +[\\d,]+ +[\\d,]+( +[\\d,]+){4} +(within|over) *$"
        .formatted(input, answers);
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    String[] words = new String[arguments.length + 1];
    words[0] = "neighbours";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return BenchCommand.commandLine(StopSignal.never())
        .setOut(writer)
        .setErr(writer)
        .execute(words);
  }
}
