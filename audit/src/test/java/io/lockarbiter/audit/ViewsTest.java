package io.lockarbiter.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.lives.CommandOutcome;
import io.lockarbiter.audit.lives.CommandOutcomes;
import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.lives.LockLives;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.RulesDifference;
import io.lockarbiter.audit.model.StateJson;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Views of one small history: an upload, a deletion that waits for it, and one that gives up. */
class ViewsTest {
  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();
  private final HistoryRecorder recorder = new HistoryRecorder(0, commands::add, events::add);

  ViewsTest() {
    at(1_000, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
    at(2_000, acquire("u1", "upload", Operation.UPLOAD, "/docs/plan", 0));
    at(2_500, acquire("u2", "deletion", Operation.DELETE, "/docs", 10_000));
    at(3_000, acquire("u3", "late", Operation.UPLOAD, "/docs/new", 1_000));
    at(3_500, acquire("u4", "refused", Operation.DOWNLOAD, "/docs/plan", 0));
    at(3_700, new Renew("renewal", "acme", new Owner("u1", null), null, "upload", 20_000L));
    at(5_000, new Release("release", "acme", new Owner("u1", null), null, "upload", false));
    at(6_000, new Tick());
  }

  private void at(long ms, Command command) {
    recorder.append(commands.size(), ms, command);
  }

  private static Acquire acquire(
      String subAccount, String id, Operation operation, String path, long waitMs) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner(subAccount, null),
            operation,
            at,
            null,
            operation.targets(at, null),
            30_000,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  private MemoryHistory history() {
    return new MemoryHistory(0, commands, events);
  }

  @Test
  void lives_runFromRequestToEnd() {
    List<LockLife> lives = new ArrayList<>();
    new AuditReplay(history(), Findings.NONE).run(List.of(new LockLives(Scope.ALL, lives::add)));
    assertThat(lives)
        .extracting(LockLife::lockId)
        .containsExactly("refused", "late", "upload", "deletion");
    LockLife refused = lives.get(0);
    assertThat(refused.end())
        .extracting(LockEnd::at, LockEnd::reason)
        .containsExactly(3_500L, "CONFLICT");
    assertThat(refused.grantedAt()).isNull();
    assertThat(refused.heldMs(9_000)).isNull();
    LockLife late = lives.get(1);
    assertThat(late.end())
        .extracting(LockEnd::at, LockEnd::reason)
        .containsExactly(5_000L, "WAIT_TIMEOUT");
    assertThat(late.waitedMs(9_000)).isEqualTo(2_000);
    assertThat(late.blockedBy()).extracting(Blocker::lockId).containsExactly("deletion");
    LockLife upload = lives.get(2);
    assertThat(upload.renewals()).isEqualTo(1);
    assertThat(upload.expiresAt()).isEqualTo(23_700L);
    assertThat(upload.heldMs(9_000)).isEqualTo(3_000L);
    assertThat(upload.token()).isEqualTo(1L);
    LockLife deletion = lives.get(3);
    assertThat(deletion.end()).isNull();
    assertThat(deletion.requestedAt()).isEqualTo(2_500);
    assertThat(deletion.queuedAt()).isEqualTo(2_500L);
    assertThat(deletion.deadline()).isEqualTo(12_500L);
    assertThat(deletion.grantedAt()).isEqualTo(5_000L);
    assertThat(deletion.waitedMs(9_000)).isEqualTo(2_500);
    assertThat(deletion.heldMs(9_000)).isEqualTo(4_000L);
  }

  @Test
  void livesOfACutHistory_areTakenFromWhatIsLeft() {
    List<LockLife> lives = new ArrayList<>();
    MemoryHistory cut =
        new MemoryHistory(
            0, commands.subList(5, 8), events.subList(4, events.size()), new Begins(5, 4));
    new AuditReplay(cut, Findings.NONE).run(List.of(new LockLives(Scope.ALL, lives::add)));
    assertThat(lives).extracting(LockLife::lockId).contains("upload");
    LockLife upload =
        lives.stream().filter(life -> life.lockId().equals("upload")).findFirst().orElseThrow();
    assertThat(upload.grantedAt()).isEqualTo(2_000L);
    assertThat(upload.heldMs(0)).isEqualTo(3_000L);
  }

  @Test
  void state_isThatOfItsMoment() {
    HistoryState state = HistoryState.at(history(), Moment.of("3"));
    assertThat(state.state().header().at()).isEqualTo(3_000);
    assertThat(StateJson.accounts(state)).containsExactly("acme");
    assertThat(StateJson.of(state, "acme").path("locks").get(0).path("lockId").asString())
        .isEqualTo("upload");
    assertThat(StateJson.of(state, "acme").path("waiting"))
        .extracting(waiting -> waiting.path("lockId").asString())
        .containsExactly("deletion", "late");
    assertThat(StateJson.of(state, "acme").at("/waiting/1/blockedBy/0/lockId").asString())
        .isEqualTo("deletion");
    assertThat(state.next()).isEqualTo(3_500L);
  }

  @Test
  void stateBeforeTheFirstCommand_isEmpty() {
    MemoryHistory idle = new MemoryHistory(1, List.of(), List.of());
    for (HistoryState state :
        List.of(
            HistoryState.at(idle, Moment.END),
            HistoryState.at(history(), new Moment(500, false)))) {
      assertThat(state.isUntouched()).isTrue();
      assertThat(StateJson.accounts(state)).isEmpty();
      assertThat(StateJson.of(state, "acme").path("waiting")).isEmpty();
    }
    assertThat(HistoryState.at(history(), Moment.of("0")).isUntouched()).isFalse();
  }

  @Test
  void unknownState_isRefused() {
    MemoryHistory eventsOnly = new MemoryHistory(0, List.of(), events);
    assertThatThrownBy(() -> HistoryState.at(eventsOnly, Moment.END))
        .isInstanceOf(UndecidableException.class)
        .hasMessage(
            "partition=0 has no known state at the end: no command lies before, though events do");
    MemoryHistory cut = new MemoryHistory(0, commands.subList(4, 8), events, new Begins(4, 0));
    assertThatThrownBy(() -> HistoryState.at(cut, Moment.END))
        .isInstanceOf(UndecidableException.class)
        .hasMessageContaining("partition=0 has no known state at the end: ")
        .hasMessageContaining("retention has removed the beginning");
  }

  @Test
  void outcomes_sayWhatBecameOfEachCommand() {
    List<CommandOutcome> outcomes = new ArrayList<>();
    new AuditReplay(history(), Findings.NONE).run(List.of(new CommandOutcomes(outcomes::add)));
    assertThat(outcomes)
        .extracting(
            CommandOutcome::commandId,
            CommandOutcome::outcome,
            CommandOutcome::reason,
            CommandOutcome::waitedMs,
            CommandOutcome::heldMs,
            CommandOutcome::end)
        .containsExactly(
            tuple("refused", "rejected", "CONFLICT", null, null, null),
            tuple("renewal", "renewed", null, null, null, null),
            tuple("late", "queued", null, 2_000L, null, "WAIT_TIMEOUT"),
            tuple("release", "released", "RELEASED", null, null, null),
            tuple("upload", "granted", null, null, 3_000L, "RELEASED"),
            tuple("deletion", "queued", null, 2_500L, null, null));
  }

  @Test
  void idUsedAgainForSomethingElse_leavesTheFirstItsOutcome() {
    at(7_000, acquire("u9", "deletion", Operation.UPLOAD, "/elsewhere", 0));
    at(8_000, new Release("release-2", "acme", new Owner("u2", null), null, "deletion", false));
    List<CommandOutcome> outcomes = new ArrayList<>();
    new AuditReplay(history(), Findings.NONE).run(List.of(new CommandOutcomes(outcomes::add)));
    assertThat(outcomes)
        .filteredOn(outcome -> "deletion".equals(outcome.commandId()))
        .extracting(CommandOutcome::outcome, CommandOutcome::reason, CommandOutcome::end)
        .containsExactly(tuple("rejected", "ID_CONFLICT", null), tuple("queued", null, "RELEASED"));
  }

  @Test
  void acquireSentAgainAsItIsPromoted_keepsItsOutcome() {
    at(7_000, acquire("u5", "second", Operation.UPLOAD, "/docs/plan", 60_000));
    at(36_000, acquire("u5", "second", Operation.UPLOAD, "/docs/plan", 60_000));
    at(37_000, new Release("done", "acme", new Owner("u5", null), null, "second", false));
    assertThat(outcomesOf("second"))
        .containsExactly(
            tuple(9L, "acquire", "granted repeated", null, null),
            tuple(8L, "acquire", "queued", 29_000L, "RELEASED"));
  }

  @Test
  void releaseWithTheIdOfAnAcquireThatIsPromoted_isAnsweredByItsRelease() {
    at(7_000, acquire("u5", "second", Operation.UPLOAD, "/docs/plan", 60_000));
    at(8_000, acquire("u2", "other", Operation.UPLOAD, "/else", 0));
    at(36_000, new Release("second", "acme", new Owner("u2", null), null, "other", false));
    at(37_000, new Release("done", "acme", new Owner("u5", null), null, "second", false));
    assertThat(outcomesOf("second"))
        .containsExactly(
            tuple(10L, "release", "released", null, null),
            tuple(8L, "acquire", "queued", 29_000L, "RELEASED"));
  }

  private List<Tuple> outcomesOf(String commandId) {
    List<Tuple> found = new ArrayList<>();
    CommandOutcomes outcomes =
        new CommandOutcomes(
            one -> {
              if (commandId.equals(one.commandId())) {
                found.add(
                    tuple(one.offset(), one.type(), one.outcome(), one.waitedMs(), one.end()));
              }
            });
    new AuditReplay(history(), Findings.NONE).run(List.of(outcomes));
    return found;
  }

  @Test
  void otherLimits_areComparedOutcomeByOutcome() {
    List<RulesDifference.Difference> differences = new ArrayList<>();
    SettingsChange noWaiting = SettingsChange.NOTHING.with(Setting.WAITERS_PER_ACCOUNT, 1);
    new AuditReplay(history(), Findings.NONE)
        .run(List.of(new RulesDifference(noWaiting, differences::add)));
    assertThat(differences)
        .extracting(
            RulesDifference.Difference::commandId,
            RulesDifference.Difference::recorded,
            RulesDifference.Difference::now)
        .containsExactly(
            tuple("late", "queued", "rejected QUEUE_FULL"),
            tuple("late", "rejected WAIT_TIMEOUT", null));
  }

  @Test
  void moments_areTimesOrOffsets() {
    assertThat(Moment.of("2026-11-20T10:15:30Z")).isEqualTo(Moment.of("1795169730000"));
    assertThat(Moment.of("2026-11-20T11:15:30+01:00")).isEqualTo(Moment.of("1795169730000"));
    assertThat(Moment.of("991")).isEqualTo(new Moment(991, true));
    assertThatThrownBy(() -> Moment.of("yesterday"))
        .hasMessageContaining("'yesterday' is no time, expected ISO-8601 such as ");
  }
}
