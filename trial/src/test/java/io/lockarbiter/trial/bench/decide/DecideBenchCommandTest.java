package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecideBenchCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"--held=0", "--batch=0", "--samples=-1"})
  void numberBelowOne_isRefused(String argument) {
    StringWriter err = new StringWriter();

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setErr(new PrintWriter(err, true))
            .execute("decide", argument);

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith(argument + ", expected at least 1");
  }
}
