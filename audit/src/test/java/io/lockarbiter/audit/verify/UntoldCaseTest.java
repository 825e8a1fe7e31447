package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The audit of histories in which locks from before the first settings keep case in force. */
class UntoldCaseTest {
  private static final int PARTITIONS = 11;
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final SettingsChange FIRST =
      SettingsChange.to(
          Settings.DEFAULT
              .with(Setting.PARTITIONS, PARTITIONS)
              .with(Setting.NAMES_WITHOUT_CASE, 1)
              .with(Setting.REMEMBERS_MOVES, 1));

  /** The record that tells case, once the locks have ended. */
  private static final int TOLD = 5;

  /** The longest time after which the model decides, and a bit. */
  private static final long HORIZON_MS = 700_000;

  /** The account belongs to another partition, so two partitions would hold one lock. */
  @Test
  void grantInTheWrongPartition_isNamed() {
    RandomHistory refused = withStray(FIRST);
    RandomHistory granted = withStray(new Tick());

    assertThat(verdict(refused.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(refused.events())
        .extracting(event -> Damage.json(event).path("reason").asString(""))
        .containsExactly("", "WRONG_PARTITION");
    assertThat(verdict(granted.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(verdict(refused.withEvents(granted.events()), BOTH).violations())
        .extracting(Violation::expected)
        .asString()
        .contains("WRONG_PARTITION");
  }

  private static RandomHistory withStray(Command second) {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
          recorder.append(1, 1_000, second);
          Acquire asked = FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/G", 0);
          recorder.append(
              2,
              2_000,
              new Acquire(
                  "globex", asked.replyTo(), asked.fields(), asked.graceMs(), asked.comment()));
        });
  }

  /** Whatever retention has left of it; the model decides again once it knows all that is held. */
  @Test
  void caseThatIsToldLater_isJudgedWhereverTheHistoryBegins() {
    RandomHistory history = toldLater("/plan.DOCX");
    RandomHistory others = toldLater("/other");

    assertThat(verdict(history.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(history.events().get(history.events().size() - 1))
        .extracting(event -> Damage.json(event).path("reason").asString(""))
        .isEqualTo("CONFLICT");
    for (int first = 1; first < 7; first++) {
      PartitionHistory rest = from(history, history.events(), first);
      assertThat(verdict(rest, BOTH).violations()).as("from %d", first).isEmpty();
    }
    for (int first = 0; first <= TOLD; first++) {
      PartitionHistory forged = from(history, others.events(), first);
      assertThat(verdict(forged, EnumSet.of(Check.MODEL)).violations())
          .as("from %d", first)
          .extracting(Violation::expected)
          .asString()
          .contains("CONFLICT");
    }
  }

  private static RandomHistory toldLater(String last) {
    return RandomHistory.recorded(
        recorder -> {
          long at = 30_000 + HORIZON_MS;
          recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
          recorder.append(1, 1_000, FIRST);
          recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/f", 0));
          recorder.append(3, 3_000, release("r", "ann", "a"));
          recorder.append(4, 4_000, release("s", "bob", "b"));
          recorder.append(5, 5_000, FIRST);
          recorder.append(6, 6_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
          recorder.append(7, 7_000, FreezeTest.acquire("d", "bob", Operation.UPLOAD, "/f", 0));
          recorder.append(8, at, new Tick());
          recorder.append(
              9, at + 1, FreezeTest.acquire("e", "ann", Operation.UPLOAD, "/Plan.docx", 0));
          recorder.append(10, at + 2, FreezeTest.acquire("f", "bob", Operation.UPLOAD, last, 0));
        });
  }

  /** A stranger's record does not take the place of the one that told it. */
  @Test
  void caseThatWasToldToCount_isJudgedSoWhereverTheHistoryBegins() {
    SettingsChange counting = FIRST.with(Setting.NAMES_WITHOUT_CASE, 0);
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              long at = 30_000 + HORIZON_MS;
              recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(1, 1_000, FIRST);
              recorder.append(2, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/f", 0));
              recorder.append(3, 3_000, counting);
              recorder.append(4, 40_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(5, 80_000, FIRST.with(Setting.LOCKS_PER_SUB_ACCOUNT, 1));
              recorder.append(6, at, FreezeTest.acquire("d", "ann", Operation.UPLOAD, "/F", 0));
              recorder.append(7, at + 1, FreezeTest.acquire("e", "bob", Operation.UPLOAD, "/f", 0));
              recorder.append(8, at + 2, FreezeTest.acquire("f", "bob", Operation.UPLOAD, "/g", 0));
            });

    assertThat(verdict(history.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    for (int first = 1; first < 7; first++) {
      PartitionHistory rest = from(history, history.events(), first);
      assertThat(verdict(rest, BOTH).violations()).as("from %d", first).isEmpty();
    }
  }

  /** A stranger's records are not obeyed, one before case is told and one after. */
  @Test
  void recordsThatAreNotObeyed_makeNoViolationAndHideNone() {
    SettingsChange counting = FIRST.with(Setting.NAMES_WITHOUT_CASE, 0);
    SettingsChange otherNumber = counting.with(Setting.PARTITIONS, 99);
    RandomHistory history = withStranger(otherNumber, counting, "/plan.DOCX");

    assertThat(verdict(history.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    for (int first = 1; first < 9; first++) {
      PartitionHistory rest = from(history, history.events(), first);
      assertThat(verdict(rest, BOTH).violations()).as("from %d", first).isEmpty();
    }
    SettingsChange obeyed = FIRST.with(Setting.WINDOW_MS, 9_000);
    RandomHistory refused = withStranger(otherNumber, obeyed, "/plan.DOCX");
    RandomHistory granted = withStranger(otherNumber, obeyed, "/other");
    for (int first = 1; first < 8; first++) {
      PartitionHistory rest = from(refused, granted.events(), first);
      assertThat(verdict(rest, EnumSet.of(Check.MODEL)).violations())
          .as("from %d", first)
          .isNotEmpty();
    }
  }

  private static RandomHistory withStranger(SettingsChange one, SettingsChange two, String last) {
    return RandomHistory.recorded(
        recorder -> {
          long at = 30_000 + HORIZON_MS;
          recorder.append(0, 500, FreezeTest.acquire("a", "ann", Operation.UPLOAD, "/F", 0));
          recorder.append(1, 1_000, FIRST);
          recorder.append(2, 1_500, one);
          recorder.append(3, 2_000, FreezeTest.acquire("b", "bob", Operation.UPLOAD, "/f", 0));
          recorder.append(4, 3_000, release("r", "ann", "a"));
          recorder.append(5, 4_000, release("s", "bob", "b"));
          recorder.append(6, 5_000, FIRST);
          recorder.append(7, 6_000, FreezeTest.acquire("c", "ann", Operation.UPLOAD, "/F", 0));
          recorder.append(8, 7_000, two);
          recorder.append(9, 8_000, FreezeTest.acquire("d", "bob", Operation.UPLOAD, "/f", 0));
          recorder.append(10, at, new Tick());
          recorder.append(
              11, at + 1, FreezeTest.acquire("e", "ann", Operation.UPLOAD, "/Plan.docx", 0));
          recorder.append(12, at + 2, FreezeTest.acquire("f", "bob", Operation.UPLOAD, last, 0));
        });
  }

  private static Release release(String id, String subAccount, String lockId) {
    return new Release(id, "acme", new Owner(subAccount, null), "gw", lockId, WorkOutcome.DONE);
  }

  /** Returns what retention has left, from this command on. */
  private static PartitionHistory from(RandomHistory history, List<AuditRecord> events, int first) {
    return new RandomHistory(history.commands(), events).from(PARTITIONS, first);
  }

  private static PartitionVerdict verdict(PartitionHistory history, Set<Check> checks) {
    return Verification.of(history, Scope.ALL, checks, step -> {});
  }
}
