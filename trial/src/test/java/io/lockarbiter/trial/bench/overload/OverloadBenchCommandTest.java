package io.lockarbiter.trial.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverloadBenchCommandTest {
  /** A backlog never ends where as much comes as can be decided. */
  @ParameterizedTest
  @CsvSource({
    "--normal-percent=100, 1 to 90",
    "--normal-percent=0, 1 to 90",
    "--hot-percent=101, 0 to 100",
    "--factor=1, at least 2"
  })
  void whatCannotBeMeasured_isRefused(String argument, String expected) {
    StringWriter err = new StringWriter();

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setErr(new PrintWriter(err, true))
            .execute("overload", argument);

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith(argument + ", expected " + expected);
  }
}
