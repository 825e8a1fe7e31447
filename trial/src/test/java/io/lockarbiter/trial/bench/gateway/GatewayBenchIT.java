package io.lockarbiter.trial.bench.gateway;

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

/** One short run; latencies are figures of the bench, not looked at. */
@Tag("nightly")
class GatewayBenchIT {
  @TempDir private Path folder;

  @Test
  void oneShortRun_measuresBothSidesAndWritesTableAndJson() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("gateway.json");

    int exitCode =
        new CommandLine(new GatewayBenchCommand(StopSignal.never()))
            .setOut(new PrintWriter(out, true))
            .execute(
                "--runs=1",
                "--seconds=2",
                "--warm-up-seconds=2",
                "--per-second=20,50",
                "--json=" + json);

    System.out.println(out);
    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("run 1 of 1, Java client, 20 acquires/s: p50 .* of 40\\R")
        .containsPattern("run 1 of 1, HTTP, 50 acquires/s: p50 .* of 100\\R")
        .contains("medians of 1 run of 2 s", "ms of an acquire", "at most 3.0: ");
    assertThat(Files.readString(json)).contains("\"httpP50Ms\" : {", "\"p50MoreMs\" : ");
  }
}
