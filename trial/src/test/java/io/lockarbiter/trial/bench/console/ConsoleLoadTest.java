package io.lockarbiter.trial.bench.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.trial.bench.stage.PacedSender;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConsoleLoadTest {
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
