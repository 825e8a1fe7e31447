package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SettingsProposalTest {
  private static final Settings WANTED =
      Settings.DEFAULT
          .with(Setting.RULES, 1)
          .with(Setting.PARTITIONS, 3)
          .with(Setting.LOCKS_PER_SUB_ACCOUNT, 5)
          .with(Setting.LOCKS_PER_ACCOUNT, 50)
          .with(Setting.WAITERS_PER_ACCOUNT, 10)
          .with(Setting.ACQUIRES_PER_WINDOW, 0)
          .with(Setting.WINDOW_MS, 10_000)
          .with(Setting.REPEAT_WINDOW_MS, 60_000)
          .with(Setting.REPEAT_ENTRIES, 100);

  private final List<Command> appended = new ArrayList<>();
  private CompletableFuture<Long> answer = new CompletableFuture<>();
  private final SettingsProposal proposal =
      new SettingsProposal(
          4,
          WANTED,
          (partition, command) -> {
            appended.add(command);
            return answer;
          },
          0);

  @Test
  void otherSettings_areAppendedOnceWhateverTheLogSaysAfterwards() {
    proposal.offer(Settings.DEFAULT, 0);
    proposal.offer(Settings.DEFAULT, 1);
    answer.complete(9L);
    proposal.offer(Settings.DEFAULT, 2);
    proposal.offer(Settings.DEFAULT, 3);

    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
  }

  @Test
  void equalSettings_areNeverAppendedInThisAssignment() {
    proposal.offer(WANTED, 0);
    proposal.offer(Settings.DEFAULT, 1);

    assertThat(appended).isEmpty();
  }

  @Test
  void failedAppend_isTriedAgainAfterAWait() {
    proposal.offer(Settings.DEFAULT, 0);
    answer.completeExceptionally(new IllegalStateException("no broker"));
    answer = new CompletableFuture<>();
    proposal.offer(Settings.DEFAULT, 1);
    proposal.offer(Settings.DEFAULT, 99_000_000);
    assertThat(appended).hasSize(1);

    proposal.offer(Settings.DEFAULT, 100_000_001);

    assertThat(appended).hasSize(2);
  }
}
