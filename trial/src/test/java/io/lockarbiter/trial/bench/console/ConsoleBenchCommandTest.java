package io.lockarbiter.trial.bench.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.trial.bench.BenchCommand;
import io.lockarbiter.trial.bench.stage.PacedSender;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bench is told, and what it sends. */
class ConsoleBenchCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--screen=life, some of [tree",
    "--minutes=0, 1 to 600",
    "--locks=200001, 100 to 200000",
    "--waiting=1001, 0 to 1000",
    "--rate=0, 1 to 5000"
  })
  void whatCannotBeMeasured_isRefused(String argument, String expected) {
    StringWriter err = new StringWriter();

    int exitCode =
        BenchCommand.commandLine(StopSignal.never())
            .setErr(new PrintWriter(err, true))
            .execute("console", argument);

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith(argument.split("=")[0]).contains(expected);
  }

  private static AccountCommand decoded(PacedSender.Command command) {
    DecodedCommand found =
        CommandCodec.decode(
            command.account().getBytes(StandardCharsets.UTF_8),
            command.json().getBytes(StandardCharsets.UTF_8));
    return (AccountCommand) ((DecodedCommand.Valid) found).command();
  }

  /** Half of what follows are renewals; what waits and is held is the same after each turn. */
  @Test
  void account_staysAsFullAsItWasFilled() {
    ConsoleLoad load = new ConsoleLoad(new ConsoleSettings(List.of("tree"), 400, 10, 500, 60));
    Set<String> live = new HashSet<>();
    LongStream.range(0, load.toBegin())
        .mapToObj(load::begin)
        .flatMap(List::stream)
        .forEach(command -> live.add(decoded(command).commandId()));
    assertThat(live).hasSize(410);
    int renewals = 0;
    for (int n = 0; n < 2_000; n++) {
      for (PacedSender.Command sent : load.next(n)) {
        AccountCommand command = decoded(sent);
        if (command instanceof Acquire acquire) {
          assertThat(live.add(acquire.commandId())).isTrue();
        } else if (command instanceof Release release) {
          assertThat(live.remove(release.lockId())).isTrue();
        } else if (command instanceof Renew renew) {
          assertThat(live).contains(renew.lockId());
          renewals++;
        }
      }
    }
    assertThat(live).hasSize(410);
    assertThat(renewals).isEqualTo(1_000);
  }
}
