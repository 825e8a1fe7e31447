package io.lockarbiter.trial.bench.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditBenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void recordedHistories_areClean(@TempDir Path directory) {
    assertThat(run("record", directory + "", "--partitions=2", "--commands=2000", "--held=50"))
        .as("%s", err)
        .isZero();
    assertThat(run("verify", directory + "", "--threads=2")).as("%s", err).isZero();
    assertThat(out.toString())
        .startsWith("CLEAN: 4,000 commands and 4,")
        .contains(" in 2 partitions", "commands a second of it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--held=0", "--partitions=0", "--commands=-1"})
  void numberBelowOne_isRefused(String argument) {
    assertThat(run("record", "there", argument)).isEqualTo(2);
    assertThat(err.toString()).startsWith(argument + ", expected at least 1");
  }

  @Test
  void directoryWithoutHistories_isRefused(@TempDir Path directory) {
    assertThat(run("verify", directory + "")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(directory + " has no history. Fix: bench audit record " + directory);
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "audit";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return BenchCommand.commandLine(StopSignal.never())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }
}
