package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SettingsProposalTest {
  private static final Settings WANTED =
      Settings.DEFAULT.with(Setting.PARTITIONS, 5).with(Setting.LOCKS_PER_ACCOUNT, 50);
  private static final Settings OTHERS = WANTED.with(Setting.LOCKS_PER_ACCOUNT, 1);

  private final List<Command> appended = new ArrayList<>();
  private final SettingsMeters meters = new SettingsMeters();
  private long nanos;
  private CompletableFuture<Long> answer = CompletableFuture.completedFuture(9L);
  private final SettingsProposal proposal = proposal(WANTED);

  @Test
  void otherSettings_areAppendedOnceAndAwaited() {
    answer = new CompletableFuture<>();
    offer(3, Settings.INITIAL);
    pass(Duration.ofHours(1));
    offer(3, Settings.INITIAL);
    answer.complete(9L);
    offer(8, Settings.INITIAL);
    offer(9, WANTED);

    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
    assertThat(meters.drifts).isZero();
    assertThat(proposal.isNeeded(WANTED)).isFalse();
  }

  /** An upgraded instance keeps the present rules, until all instances know later ones. */
  @Test
  void rulesThatAreNotChosen_areThoseOfTheLogAndInANewOneTheNewest() {
    SettingsProposal ofAny = proposal(WANTED.with(Setting.RULES, 0));
    Settings first = WANTED.with(Setting.RULES, 1);
    ofAny.offer(header(3, first.with(Setting.LOCKS_PER_ACCOUNT, 7)), nanos);
    assertThat(appended).containsExactly(SettingsChange.to(first));
    assertThat(ofAny.isNeeded(WANTED)).as("somebody raised them").isTrue();

    appended.clear();
    proposal(WANTED.with(Setting.RULES, 0)).offer(header(3, Settings.INITIAL), nanos);
    assertThat(appended)
        .containsExactly(SettingsChange.to(WANTED.with(Setting.RULES, Settings.NEWEST_RULES)));
  }

  /** The version of a log never goes down. */
  @Test
  void lowerRulesThanTheLogHas_areSaidAndNotAppended(CapturedOutput output) {
    int chosen = WANTED.get(Setting.RULES);

    offer(3, WANTED.with(Setting.RULES, chosen + 1));

    assertThat(appended).isEmpty();
    assertThat(output)
        .contains(
            "lockarbiter.rules=%d, expected %d or later as in the log"
                .formatted(chosen, chosen + 1),
            "Fix: lockarbiter.rules=%d, or leave it out".formatted(chosen + 1));
  }

  @Test
  void equalSettings_areNotAppended() {
    offer(3, WANTED);

    assertThat(appended).isEmpty();
    assertThat(proposal.isNeeded(WANTED)).isFalse();
    assertThat(proposal.isNeeded(OTHERS)).isTrue();
  }

  @Test
  void drift_isProposedAnewCountedAndSaid(CapturedOutput output) {
    offer(3, WANTED);

    offer(7, OTHERS);

    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
    assertThat(meters.drifts).isEqualTo(1);
    assertThat(output)
        .contains("WARN", "partition=4: somebody else's record has changed the settings, at or")
        .contains("locksPerAccount=1 instead of 50", " as configured", "Fix: kafka-acls");
  }

  /**
   * Two instances are configured differently, or a stranger writes settings: each answer takes
   * longer than the last.
   */
  @Test
  void settingsThatDriftForEver_areAnsweredMoreAndMoreSlowly() {
    List<Integer> answers = new ArrayList<>();
    for (int hour = 0; hour < 3; hour++) {
      int before = appended.size();
      for (int second = 0; second < 3_600; second++) {
        pass(Duration.ofSeconds(1));
        offer(9 + second, OTHERS);
        offer(9 + second, WANTED);
      }
      answers.add(appended.size() - before);
    }

    assertThat(answers).containsExactly(15, 6, 6);
  }

  @Test
  void afterAQuietTime_itAnswersAtOnceAgain() {
    settingsThatDriftForEver_areAnsweredMoreAndMoreSlowly();
    pass(Duration.ofMinutes(20));
    appended.clear();

    offer(10_000, OTHERS);
    pass(Duration.ofSeconds(1));
    offer(10_001, OTHERS);

    assertThat(appended).hasSize(2);
  }

  @Test
  void failedAppend_isTriedAgainAfterAWait(CapturedOutput output) {
    answer = CompletableFuture.failedFuture(new IllegalStateException("no broker"));
    offer(3, OTHERS);
    offer(3, OTHERS);
    assertThat(appended).hasSize(1);
    assertThat(output).contains("partition=4: the settings could not be appended; trying again");

    pass(Duration.ofSeconds(1));
    offer(3, OTHERS);

    assertThat(appended).hasSize(2);
  }

  @Test
  void otherNumberToldFirst_isSaidOnceAndNothingAppended(CapturedOutput output) {
    offer(3, WANTED.with(Setting.PARTITIONS, 6));
    pass(Duration.ofHours(1));
    offer(3, WANTED.with(Setting.PARTITIONS, 6));

    assertThat(appended).isEmpty();
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR")))
        .singleElement()
        .asString()
        .contains(
            "partition=4: the configured settings are refused: partitions=5, expected partitions=6",
            "Fix: ");
  }

  /** They must be found under their names, so case counts as long as there is one. */
  @Test
  void locksFromBeforeTheFirstSettings_hinderCaseAloneAndNotTheOthers(CapturedOutput output) {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);
    SettingsChange all = SettingsChange.to(wanted);
    SettingsChange others = all.without(Setting.NAMES_WITHOUT_CASE).without(Setting.PARTITIONS);

    withoutCase.offer(header(3, Settings.INITIAL), nanos);
    pass(Duration.ofSeconds(1));
    withoutCase.offer(header(9, Settings.INITIAL), nanos);
    Settings present = others.applyTo(Settings.INITIAL);
    pass(Duration.ofSeconds(2));
    withoutCase.offer(header(9, present), nanos);

    assertThat(appended).containsExactly(all, others, all);
    assertThat(present.get(Setting.LOCKS_PER_ACCOUNT)).isEqualTo(50);
    assertThat(output)
        .contains(
            "partition=4: the settings are to become ",
            "partition=4: lockarbiter.names.without-case is not in force yet",
            "Fix: stop",
            "lockarbiter checkouts list")
        .doesNotContain("settings become");
    assertThat(meters.drifts).isZero();
  }

  /** Nobody has read it, so nothing is known of locks. */
  @Test
  void failedFirstAppend_isNotTakenForLocks(CapturedOutput output) {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);

    answer = CompletableFuture.failedFuture(new IllegalStateException("no broker"));
    withoutCase.offer(header(3, Settings.INITIAL), nanos);
    answer = CompletableFuture.completedFuture(9L);
    pass(Duration.ofSeconds(1));
    withoutCase.offer(header(3, Settings.INITIAL), nanos);

    assertThat(appended).containsExactly(SettingsChange.to(wanted), SettingsChange.to(wanted));
    assertThat(output).doesNotContain("somebody had locks before");
  }

  /** The state was not readable when it started, or it would have refused. */
  @Test
  void namesAreComparedOtherwiseInTheLog_isSaidOnceAndTheOthersAreAppended(CapturedOutput output) {
    SettingsProposal withoutCase = proposal(WANTED.with(Setting.NAMES_WITHOUT_CASE, 1));

    withoutCase.offer(header(3, OTHERS), nanos);
    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
    withoutCase.offer(header(9, WANTED), nanos);

    assertThat(withoutCase.isNeeded(WANTED)).isFalse();
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR")))
        .singleElement()
        .asString()
        .contains("partition=4: lockarbiter.names.without-case=true, expected false", "Fix: ");
  }

  private void offer(long appliedOffset, Settings present) {
    proposal.offer(header(appliedOffset, present), nanos);
  }

  private static PartitionHeader header(long appliedOffset, Settings present) {
    return new PartitionHeader(appliedOffset, 1, 0, 1, 0, present);
  }

  private SettingsProposal proposal(Settings configured) {
    return new SettingsProposal(
        4,
        new PartitionServices(
            new ReferenceLockStore(),
            meters,
            new PartitionStatuses(),
            (partition, command) -> {
              appended.add(command);
              return answer;
            },
            Runnable::run,
            configured,
            () -> nanos,
            new RepairCall("test", ""),
            ModelRebuild::new));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
