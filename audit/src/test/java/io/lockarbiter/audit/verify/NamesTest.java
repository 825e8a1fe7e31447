package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The audit of histories in which names are compared without case. */
class NamesTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);

  /** Places of events. */
  private static final int HELD = 0;

  private static final int REFUSED = 1;
  private static final int IN_LOWER_CASE = 3;

  private static final SettingsChange BEGINNING =
      SettingsChange.to(
          Settings.DEFAULT
              .with(Setting.PARTITIONS, 11)
              .with(Setting.NAMES_WITHOUT_CASE, 1)
              .with(Setting.NAMES_WITHOUT_BACKSLASH, 1));

  /** Those that locks do not hinder. */
  private static final SettingsChange OTHERS =
      BEGINNING.without(Setting.NAMES_WITHOUT_CASE).without(Setting.PARTITIONS);

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 500, BEGINNING);
            recorder.append(1, 1_000, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/D/F", 0));
            recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.DELETE, "/d", 0));
            recorder.append(3, 3_000, FreezeTest.acquire("c", "bob", Operation.DELETE, "/d\\", 0));
            recorder.append(4, 4_000, FreezeTest.acquire("d", "bob", Operation.DELETE, "/e", 0));
            recorder.append(5, 5_000, new Tick());
          });

  @Test
  void namesWithoutCase_areJudgedAsOne() {
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(
            Damage.places(HISTORY, event -> event.path("reason").asString("").equals("CONFLICT")))
        .containsExactly(REFUSED);
  }

  /** The settings record is gone: the events say how names are compared. */
  @Test
  void historyWithoutItsBeginning_isJudgedLikewise() {
    long firstEvent = HISTORY.events().get(1).offset();
    PartitionHistory rest =
        new MemoryHistory(
            1,
            HISTORY.commands().subList(2, 6),
            HISTORY.events().subList(1, 4),
            new Begins(2, firstEvent));

    assertThat(Verification.of(rest, Scope.ALL, BOTH, step -> {}).violations()).isEmpty();
  }

  /** The first record tells all but case, because of the lock that is held. */
  @Test
  void locksFromBeforeTheSettings_areJudgedWithCase() {
    RandomHistory early =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(1, 1_000, BEGINNING);
              recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/f", 0));
              recorder.append(3, 40_000, BEGINNING);
              recorder.append(4, 41_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(5, 42_000, FreezeTest.acquire("d", "bob", Operation.UPLOAD, "/f", 0));
            });

    assertThat(Verification.of(early.whole(), Scope.ALL, BOTH, step -> {}).violations()).isEmpty();
    assertThat(early.events())
        .extracting(event -> Damage.json(event).has("namesWithoutCase"))
        .containsExactly(false, false, false, false, true, true);
  }

  /** They tell how names were compared; which records were obeyed does not show without them. */
  @Test
  void cutsBehindLocksFromBeforeTheSettings_areNoViolations() {
    RandomHistory early =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(1, 1_000, BEGINNING);
              recorder.append(2, 2_000, OTHERS);
              recorder.append(3, 2_500, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/f", 0));
              recorder.append(4, 60_000, BEGINNING);
              recorder.append(5, 61_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(6, 62_000, FreezeTest.acquire("d", "bob", Operation.UPLOAD, "/f", 0));
              recorder.append(7, 63_000, FreezeTest.acquire("e", "bob", Operation.UPLOAD, "/G", 0));
              recorder.append(8, 64_000, new Tick());
            });

    assertThat(Verification.of(early.whole(), Scope.ALL, BOTH, step -> {}).verdict())
        .isEqualTo(Verdict.CLEAN);
    for (int first = 1; first < 8; first++) {
      PartitionHistory rest = from(early, first, 11);
      assertThat(Verification.of(rest, Scope.ALL, BOTH, step -> {}).violations())
          .as("from %d", first)
          .isEmpty();
    }
  }

  /** Returns what retention has left, from this command on. */
  private static PartitionHistory from(RandomHistory history, int first, int partitions) {
    List<AuditRecord> events =
        history.events().stream()
            .filter(event -> Damage.json(event).path("cause").path("offset").asInt() >= first)
            .toList();
    return new MemoryHistory(
        1,
        partitions,
        history.commands().subList(first, history.commands().size()),
        events,
        new Begins(first, events.get(0).offset()));
  }

  /** No event tells of a lock yet, but the refusal shows that the settings are in force. */
  @Test
  void firstRequestIsRefusedForItsName_isJudgedByTheSettings() {
    RandomHistory refused =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 500, BEGINNING);
              recorder.append(1, 900, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/\\", 0));
              recorder.append(2, 950, new Tick());
              recorder.append(3, 990, FreezeTest.acquire("b", "ann", Operation.UPLOAD, "/F", 0));
            });

    assertThat(Verification.of(refused.whole(), Scope.ALL, BOTH, step -> {}).violations())
        .isEmpty();
  }

  /** Somebody else's records change one setting each. */
  @Test
  void recordsBehindOneThatIsUnclear_areAppliedInTheirOrder() {
    RandomHistory changed =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 500, BEGINNING.with(Setting.NAMES_WITHOUT_BACKSLASH, 0));
              recorder.append(
                  1, 600, SettingsChange.NOTHING.with(Setting.NAMES_WITHOUT_BACKSLASH, 1));
              recorder.append(2, 900, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(3, 950, FreezeTest.acquire("b", "ann", Operation.UPLOAD, "/\\", 0));
            });

    assertThat(Verification.of(changed.whole(), Scope.ALL, BOTH, step -> {}).violations())
        .isEmpty();
  }

  @Test
  void pathThatWasSentInAnotherCase_isNamedByTheEventsAlone() {
    PartitionHistory history =
        HISTORY.withEvents(Damage.of(HISTORY).set(HELD, "path", "/d/f").events());

    assertThat(Verification.of(history, Scope.ALL, EVENTS, step -> {}).violations()).isNotEmpty();
  }

  @Test
  void eventThatDoesNotSaySo_isNamed() {
    PartitionHistory history =
        HISTORY.withEvents(Damage.of(HISTORY).alter(IN_LOWER_CASE, "namesWithoutCase").events());

    assertThat(Verification.of(history, Scope.ALL, EVENTS, step -> {}).violations())
        .extracting(Violation::expected)
        .contains("namesWithoutCase=true");
  }

  /** Whether the settings were obeyed is known from it alone, so the others contradict it. */
  @Test
  void firstEventThatDoesNotSaySo_isNamedByTheOthers() {
    PartitionHistory history =
        HISTORY.withEvents(Damage.of(HISTORY).alter(HELD, "namesWithoutCase").events());

    assertThat(Verification.of(history, Scope.ALL, EVENTS, step -> {}).violations())
        .extracting(Violation::expected)
        .contains("namesWithoutCase=false");
  }

  /** Two members write one file. */
  @Test
  void grantThatCaseHides_isNamed() {
    RandomHistory others =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 500, BEGINNING);
              recorder.append(1, 1_000, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/x", 0));
            });
    RandomHistory same = new RandomHistory(renamed(others.commands()), renamed(others.events()));

    assertThat(Verification.of(others.whole(), Scope.ALL, EVENTS, step -> {}).violations())
        .isEmpty();
    assertThat(Verification.of(same.whole(), Scope.ALL, EVENTS, step -> {}).violations())
        .isNotEmpty();
  }

  private static List<AuditRecord> renamed(List<AuditRecord> records) {
    return records.stream()
        .map(
            record ->
                new AuditRecord(
                    record.offset(),
                    record.appendedAt(),
                    record.leaderEpoch(),
                    record.key(),
                    new String(record.value(), UTF_8).replace("\"/x\"", "\"/f\"").getBytes(UTF_8),
                    record.headers()))
        .toList();
  }
}
