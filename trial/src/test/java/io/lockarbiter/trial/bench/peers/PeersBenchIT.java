package io.lockarbiter.trial.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** One short run; rates are figures of the bench, not looked at. */
@Tag("nightly")
class PeersBenchIT {
  @TempDir private Path folder;

  @Test
  void oneShortRun_measuresAllSidesAndWritesTableJsonAndPage() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("peers.json");
    Path html = folder.resolve("peers.html");

    int exitCode =
        new CommandLine(new PeersBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--runs=1",
                "--seconds=1",
                "--warm-up-seconds=1",
                "--in-flight=1,16",
                "--json=" + json,
                "--html=" + html);

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("run 1 of 1, Redisson, 16 in flight: [1-9][\\d,]* commands/s")
        .containsPattern("run 1 of 1, echo, 2,000 in flight: [1-9][\\d,]* commands/s")
        .containsPattern("run 1 of 1, arbiter, 100 commands/s: p50 .* of 200\\R")
        .contains("medians of 1 run of 1 s", "cycles/s in flight", "processor seconds per million");
    assertThat(Files.readString(json)).contains("\"redissonCycles\" : {", "\"echoP99Ms\" : {");
    assertThat(Files.readString(html))
        .contains("<title>Beside its peers")
        .doesNotContain("{{policy}}", "{{style}}", "{{data}}", "{{scripts}}")
        .doesNotContainPattern("(?i)<(script|img|iframe|link)[^>]+(src|href)=\"(?!data:)");
  }
}
