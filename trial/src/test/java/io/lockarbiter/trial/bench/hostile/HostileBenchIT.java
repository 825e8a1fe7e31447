package io.lockarbiter.trial.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small inputs: nobody's command is lost or refused. How long calls and others take is a figure of
 * the bench, not looked at.
 */
@Tag("nightly")
class HostileBenchIT {
  private final StringWriter out = new StringWriter();

  @TempDir private Path folder;

  @Test
  void allInputs_areMeasuredAndNoPingIsLost() throws IOException {
    Path json = folder.resolve("hostile.json");

    int exitCode = run("--share=500", "--partitions=2", "--interval-ms=40", "--json=" + json);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("200 answers \\{granted=200}")
        .containsPattern("40 answers \\{released EXPIRED=40}")
        .containsPattern("11 answers \\{rejected PATH_GONE=10, released RELEASED=1}")
        .containsPattern("1,200 answers \\{granted=600, released RELEASED=600}")
        .containsPattern("(?m)^lost-cut +[\\d,]+.* (within|over)$")
        .containsPattern("([\\d,]+) of \\1 pings were answered, 0 refused\\R");
    assertThat(Files.readString(json)).contains("\"input\" : \"flood\"", "\"harm ms\" : ");
  }

  @Test
  void unknownInput_isRefusedWithThoseThereAre() {
    assertThat(run("--only=nonsense")).isEqualTo(2);
    assertThat(out.toString()).contains("--only=[nonsense], expected one of [flood,");
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    return BenchCommand.commandLine(StopSignal.never())
        .setOut(writer)
        .setErr(writer)
        .execute(Stream.concat(Stream.of("hostile"), Stream.of(arguments)).toArray(String[]::new));
  }
}
