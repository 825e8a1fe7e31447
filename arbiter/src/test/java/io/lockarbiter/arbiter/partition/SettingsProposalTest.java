package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SettingsProposalTest {
  private static final Settings WANTED = new Settings(1, 3, 5, 50, 10, 0, 10_000, 60_000, 100);

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
