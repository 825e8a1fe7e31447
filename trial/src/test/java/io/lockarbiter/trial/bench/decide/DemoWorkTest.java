package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.lock.Operation;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemoWorkTest {
  private static final long MEMBERS = 80;
  private static final long COMMANDS = 20_000;

  private final DemoWork work = new DemoWork();

  @Test
  void member_endsWhatItAskedForBeforeItAsksAgain() {
    Map<String, String> open = new HashMap<>();
    for (long n = 0; n < COMMANDS; n++) {
      Command command = work.command(n, MEMBERS);
      if (command instanceof Acquire acquire) {
        String member = acquire.account() + acquire.fields().owner();
        assertThat(open.put(member, acquire.fields().lockId())).as("of %s", member).isNull();
      } else if (command instanceof Release release) {
        assertThat(open.remove(release.account() + release.owner())).isEqualTo(release.lockId());
      } else {
        Renew renew = (Renew) command;
        assertThat(open.get(renew.account() + renew.owner())).isEqualTo(renew.lockId());
      }
    }
    assertThat(open).hasSize((int) MEMBERS);
  }

  @Test
  void operations_haveTheSharesOfTheDemo() {
    Map<Operation, Integer> asked = new EnumMap<>(Operation.class);
    Set<String> files = new HashSet<>();
    int all = 0;
    for (long n = 0; n < COMMANDS; n++) {
      if (work.command(n, MEMBERS) instanceof Acquire acquire) {
        asked.merge(acquire.fields().operation(), 1, Integer::sum);
        all++;
        if (acquire.fields().operation() == Operation.UPLOAD) {
          files.add(acquire.fields().targets().get(0).path().toString());
        }
      }
    }
    assertThat(asked.get(Operation.UPLOAD)).isBetween(all * 52 / 100, all * 57 / 100);
    assertThat(asked.get(Operation.DOWNLOAD)).isBetween(all * 25 / 100, all * 29 / 100);
    assertThat(asked.get(Operation.DELETE)).isBetween(all * 7 / 100, all * 11 / 100);
    assertThat(asked.get(Operation.MOVE)).isBetween(all * 8 / 100, all * 12 / 100);
    assertThat(files).hasSize(45).allMatch(path -> path.split("/", -1).length == 4);
  }
}
