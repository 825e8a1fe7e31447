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
    assertThat(proposal.isNeeded(WANTED, /* hasLocks= */ true)).isFalse();
  }

  /** An upgraded instance keeps the present rules, until all instances know later ones. */
  @Test
  void rulesThatAreNotChosen_areThoseOfTheLogAndInANewOneTheNewest() {
    SettingsProposal ofAny = proposal(WANTED.with(Setting.RULES, 0));
    Settings first = WANTED.with(Setting.RULES, 1);
    ofAny.offer(header(3, first.with(Setting.LOCKS_PER_ACCOUNT, 7)), /* hasLocks= */ true, nanos);
    assertThat(appended).containsExactly(SettingsChange.to(first));
    assertThat(ofAny.isNeeded(WANTED, /* hasLocks= */ true)).as("somebody raised them").isTrue();

    appended.clear();
    proposal(WANTED.with(Setting.RULES, 0))
        .offer(header(3, Settings.INITIAL), /* hasLocks= */ true, nanos);
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
    assertThat(proposal.isNeeded(WANTED, /* hasLocks= */ true)).isFalse();
    assertThat(proposal.isNeeded(OTHERS, /* hasLocks= */ true)).isTrue();
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
  void locksFromBeforeTheFirstSettings_keepCaseInForceAndCauseNoRecords(CapturedOutput output) {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);
    Settings untold = WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);

    withoutCase.offer(header(3, Settings.INITIAL), /* hasLocks= */ true, nanos);
    for (int second = 0; second < 3_600; second++) {
      pass(Duration.ofSeconds(1));
      withoutCase.offer(header(9, untold), /* hasLocks= */ true, nanos);
    }
    assertThat(withoutCase.isNeeded(untold, /* hasLocks= */ true)).isFalse();
    assertThat(appended).containsExactly(SettingsChange.to(wanted));

    assertThat(withoutCase.isNeeded(untold, /* hasLocks= */ false)).isTrue();
    withoutCase.offer(header(11, untold), /* hasLocks= */ false, nanos);
    withoutCase.offer(header(12, wanted), /* hasLocks= */ true, nanos);

    assertThat(appended).containsExactly(SettingsChange.to(wanted), SettingsChange.to(wanted));
    assertThat(withoutCase.isNeeded(wanted, /* hasLocks= */ true)).isFalse();
    assertThat(output.getOut().lines().filter(line -> line.contains("WARN")))
        .singleElement()
        .asString()
        .contains(
            "partition=4: lockarbiter.names.without-case is not in force yet",
            "all other settings are in force",
            "Fix: stop",
            "lockarbiter checkouts list");
    assertThat(output).contains("partition=4: names are compared without case from now on");
    assertThat(meters.drifts).isZero();
  }

  /** Each record may come behind a new lock, so each attempt takes longer than the last. */
  @Test
  void locksThatComeAgainAndAgain_causeFewRecords() {
    SettingsProposal withoutCase = proposal(WANTED.with(Setting.NAMES_WITHOUT_CASE, 1));
    Settings untold = WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);

    for (int second = 0; second < 3_600; second++) {
      pass(Duration.ofSeconds(1));
      withoutCase.offer(header(9 + second, untold), /* hasLocks= */ false, nanos);
    }

    assertThat(appended).hasSize(15);
  }

  /** Locks come again and again, so the next attempt to tell case is minutes away. */
  @Test
  void locksThatComeAgainAndAgain_delayNoRepairOfTheOthers() {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);
    Settings untold = WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    for (int second = 0; second < 3_600; second++) {
      pass(Duration.ofSeconds(1));
      withoutCase.offer(header(9 + second, untold), /* hasLocks= */ false, nanos);
    }
    appended.clear();

    Settings drifted = untold.with(Setting.LOCKS_PER_ACCOUNT, 1);
    withoutCase.offer(header(5_000, drifted), /* hasLocks= */ true, nanos);

    assertThat(appended).containsExactly(SettingsChange.to(wanted));
  }

  /** A stranger writes settings again and again, so the next repair is minutes away. */
  @Test
  void settingsThatDriftForEver_delayNoTellingOfCase() {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);
    Settings untold = WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    Settings drifted = untold.with(Setting.LOCKS_PER_ACCOUNT, 1);
    for (int second = 0; second < 3_600; second++) {
      pass(Duration.ofSeconds(1));
      withoutCase.offer(header(9 + second, drifted), /* hasLocks= */ true, nanos);
    }
    assertThat(appended).hasSize(15);

    withoutCase.offer(header(5_000, untold), /* hasLocks= */ false, nanos);

    assertThat(appended).hasSize(16);
  }

  @Test
  void driftWhileCaseIsNotTold_isToldOfTheOthersAlone(CapturedOutput output) {
    Settings wanted = WANTED.with(Setting.NAMES_WITHOUT_CASE, 1);
    SettingsProposal withoutCase = proposal(wanted);
    Settings untold = WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    Settings drifted = untold.with(Setting.LOCKS_PER_ACCOUNT, 1);

    withoutCase.offer(header(3, untold), /* hasLocks= */ true, nanos);
    assertThat(withoutCase.isNeeded(drifted, /* hasLocks= */ true)).isTrue();
    withoutCase.offer(header(7, drifted), /* hasLocks= */ true, nanos);

    assertThat(appended).containsExactly(SettingsChange.to(wanted));
    assertThat(output).contains("locksPerAccount=1 instead of 50 as configured");
    assertThat(meters.drifts).isEqualTo(1);
  }

  /** The operator has withdrawn it: that case counts is told at once, once for all. */
  @Test
  void caseThatIsNotTold_isToldToCountWhereThatIsConfigured(CapturedOutput output) {
    offer(3, WANTED.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE));
    offer(9, WANTED);

    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
    assertThat(proposal.isNeeded(WANTED, /* hasLocks= */ true)).isFalse();
    assertThat(output).doesNotContain("ERROR", "WARN");
  }

  /** The state was not readable when it started, or it would have refused. */
  @Test
  void namesAreComparedOtherwiseInTheLog_isSaidOnceAndTheOthersAreAppended(CapturedOutput output) {
    SettingsProposal withoutCase = proposal(WANTED.with(Setting.NAMES_WITHOUT_CASE, 1));

    withoutCase.offer(header(3, OTHERS), /* hasLocks= */ true, nanos);
    assertThat(appended).containsExactly(SettingsChange.to(WANTED));
    withoutCase.offer(header(9, WANTED), /* hasLocks= */ true, nanos);

    assertThat(withoutCase.isNeeded(WANTED, /* hasLocks= */ true)).isFalse();
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR")))
        .singleElement()
        .asString()
        .contains("partition=4: lockarbiter.names.without-case=true, expected false", "Fix: ");
  }

  private void offer(long appliedOffset, Settings present) {
    proposal.offer(header(appliedOffset, present), /* hasLocks= */ true, nanos);
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
