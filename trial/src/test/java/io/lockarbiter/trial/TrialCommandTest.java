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

  /** The launcher prints the names of commands of another module, which it cannot ask. */
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
  @CsvSource({
    "'peers --in-flight=32,0', '--in-flight=0, expected at least 1'",
    "'gateway --per-second=20,0', '--per-second=0, expected at least 1'",
    "peers --json=/nowhere/a.json, 'Invalid value for option ''--json'': ''/nowhere/a.json'' cannot"
        + " be written; is there a folder ''/nowhere''?'",
    "peers --html=/, 'Invalid value for option ''--html'': ''/'' is a folder'",
    "peers --jar=/nowhere/b.jar, 'Invalid value for option ''--jar'': ''/nowhere/b.jar'' is no"
        + " file that can be read'"
  })
  void badArgumentOfABenchOfProcesses_isNamedBeforeAnythingStarts(
      String arguments, String message) {
    assertThat(command.execute(("bench " + arguments).split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"peers", "gateway"})
  void help_tellsWhatABenchDoes(String name) {
    assertThat(command.execute("bench", name, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: lockarbiter bench " + name);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }
}
