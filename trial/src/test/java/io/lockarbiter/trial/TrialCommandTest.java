package io.lockarbiter.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TrialCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      TrialCommand.commandLine(StopSignal.never())
          .setOut(new PrintWriter(out, true))
          .setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "chaos", "fuzz", "bench"})
  void help_tellsWhatATrialDoes(String name) {
    assertThat(command.execute(name, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: lockarbiter " + name);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  /** The launcher tells the help of another module, which cannot ask this one. */
  @Test
  void helpOfTheLauncher_namesEveryTrial() throws Exception {
    List<String> told =
        Files.readAllLines(Path.of("../docs/usage.txt")).stream()
            .dropWhile(line -> !line.startsWith("Trials"))
            .skip(1)
            .takeWhile(line -> !line.isEmpty())
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();

    assertThat(told).containsExactlyElementsOf(command.getSubcommands().keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--leases=0", "--seconds=-1"})
  void badArgumentOfTheClientBench_isNamed(String argument) {
    assertThat(command.execute("bench", "client", argument)).isEqualTo(2);
    assertThat(err.toString()).startsWith(argument + ", expected at least 1");
  }

  @ParameterizedTest
  @CsvSource({
    "handover --rounds=0, '--rounds=0, expected at least 1'",
    "handover --session-timeout-ms=999, '--session-timeout-ms=999, expected at least 1000'",
    "'peers --in-flight=32,0', '--in-flight=0, expected at least 1'",
    "commit --rates=-5, '--rates=-5, expected at least 1'",
    "commit --json=/nowhere/a.json, 'Invalid value for option ''--json'': ''/nowhere/a.json'' cannot be written; is there a folder ''/nowhere''?'",
    "peers --html=/, 'Invalid value for option ''--html'': ''/'' is a folder'",
    "handover --jar=/nowhere/b.jar, 'Invalid value for option ''--jar'': ''/nowhere/b.jar'' is no file that can be read'",
    "lateness --rounds=0, '--rounds=0, expected at least 1'",
    "soak --every-seconds=0, '--every-seconds=0, expected at least 1'",
    "scale --masters=1, '--masters=1, expected at least 2'",
    "scale --partitions=2, '--partitions=2, expected at least 3'",
    "soak --threads=0, '--threads=0, expected at least 1'",
    "tus --kills=0, '--kills=0, expected at least 1'"
  })
  void badArgumentOfABenchOfProcesses_isNamedBeforeAnythingStarts(
      String arguments, String message) {
    assertThat(command.execute(("bench " + arguments).split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"handover", "soak", "peers", "scale", "commit", "lateness", "tus"})
  void help_tellsWhatABenchDoes(String name) {
    assertThat(command.execute("bench", name, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: lockarbiter bench " + name);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }
}
