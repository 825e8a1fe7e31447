package io.lockarbiter.trial.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A process that holds 10,000 leases; what that costs is a figure of the bench, not looked at. */
@Tag("nightly")
class ClientBenchIT {
  private static final int MOST_THREADS = 8;
  private static final Pattern FIGURES =
      Pattern.compile(
          "10,000 leases of 30 s: [\\d,]+ renewals/s, [\\d.]+ % of one core, (\\d+) threads, 0"
              + " lost\\R");

  @TempDir private Path folder;

  /** Longer than a lease: no lock outlives it that is not renewed. */
  @Test
  void tenThousandLeases_areRenewedByAHandfulOfThreadsAndNoneIsLost() throws IOException {
    StringWriter out = new StringWriter();
    Path json = folder.resolve("client.json");

    int exitCode =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out, true))
            .execute("client", "--seconds", "31", "--json", json.toString());

    Matcher figures = FIGURES.matcher(out.toString());
    assertThat(figures.matches()).as(out.toString()).isTrue();
    assertThat(Integer.parseInt(figures.group(1))).isBetween(1, MOST_THREADS);
    assertThat(exitCode).isZero();
    assertThat(Files.readString(json)).contains("\"leases\" : 10000", "\"lost\" : 0");
  }
}
