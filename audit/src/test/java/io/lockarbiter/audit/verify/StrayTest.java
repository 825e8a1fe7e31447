package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.schema.Topic;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Grants in a partition to which the account does not belong, in histories whose beginning
 * retention has removed. The check of events finds them, whether case is told or not: the model
 * waits for that.
 */
class StrayTest {
  private static final int PARTITIONS = 11;
  private static final int LOCKS = 100;
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final SettingsChange COUNTING =
      SettingsChange.to(Settings.DEFAULT.with(Setting.PARTITIONS, PARTITIONS));

  /** There is always a lock, so case stays untold. */
  private static final SettingsChange UNTOLD = COUNTING.with(Setting.NAMES_WITHOUT_CASE, 1);

  /** The first settings are the second record. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void strayGrantedWhileCaseIsUntold_isNamed(int first) {
    RandomHistory refused = history(UNTOLD, LOCKS);

    assertThat(verdict(from(refused, first), BOTH).verdict()).isEqualTo(Verdict.UNDECIDABLE);
    assertStrayIsNamed(refused, first);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void strayGrantedWhereCaseCounts_isNamed(int first) {
    assertStrayIsNamed(history(COUNTING, LOCKS), first);
  }

  /** Damages the answer to the stray, the last but one; and lets it be granted from the start. */
  private static void assertStrayIsNamed(RandomHistory refused, int first) {
    RandomHistory granted = history(new Tick(), LOCKS);
    int place = refused.events().size() - 2;
    assertThat(Damage.verdict(refused, place)).isEqualTo("rejected WRONG_PARTITION");

    assertThat(verdict(from(refused, first), BOTH).violations()).isEmpty();
    for (List<AuditRecord> events :
        List.of(granted.events(), Damage.of(refused).grantInstead(place).events())) {
      for (Set<Check> checks : List.of(BOTH, EVENTS)) {
        assertThat(verdict(from(refused, events, first), checks).violations())
            .first()
            .extracting(Violation::topic, Violation::offset)
            .containsExactly(Topic.EVENTS, Damage.offset(refused, place));
      }
      assertThat(verdict(from(refused, events, first), EVENTS).violations())
          .first()
          .extracting(Violation::expected, Violation::found)
          .containsExactly("rejected WRONG_PARTITION expectedPartition=2", "granted");
    }
  }

  /** The number may be told by the record that follows, and the stray was granted before it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void strayGrantedBeforeTheFirstSettings_isNone(int first) {
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              for (int i = 0; i < 5; i++) {
                recorder.append(i, 1_000 * i, lock("l" + i));
              }
              recorder.append(5, 6_000, stray());
              recorder.append(6, 7_000, UNTOLD);
              recorder.append(7, 8_000, lock("z"));
            });

    assertThat(Damage.verdict(history, 5)).isEqualTo("granted");
    assertThat(verdict(from(history, first), BOTH).violations()).isEmpty();
  }

  /** It waited since before the first settings; the record grants it, and refuses its copy. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void copyOfAStrayThatWaits_isRefusedAndItselfNoViolation(int first) {
    Acquire waiting = stray("w", "/f", 60_000);
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 1_000, stray("h", "/f", 0));
              recorder.append(1, 2_000, waiting);
              recorder.append(2, 3_000, lock("a"));
              recorder.append(3, 4_000, COUNTING);
              recorder.append(4, 5_000, lock("b"));
              recorder.append(5, 31_000, waiting);
              recorder.append(6, 32_000, lock("c"));
            });
    int place = history.events().size() - 2;

    assertThat(Damage.verdict(history, place - 1)).isEqualTo("granted");
    assertThat(Damage.verdict(history, place)).isEqualTo("rejected WRONG_PARTITION");
    assertThat(verdict(history.whole(), BOTH).verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(verdict(from(history, first), BOTH).violations()).isEmpty();
  }

  /** Only ten minutes later is it certain that an arbiter has told it before. */
  @Test
  void strayGrantedSoonAfterTheBeginningThatIsLeft_isNoneUntilARecordTellsIt() {
    RandomHistory refused = history(UNTOLD, 9);
    RandomHistory granted = history(new Tick(), 9);

    assertThat(verdict(from(refused, granted.events(), 2), BOTH).violations()).isEmpty();
    assertThat(verdict(from(refused, granted.events(), 1), EVENTS).violations()).hasSize(1);
  }

  /** It shows that the number was told. */
  @Test
  void strayGrantedAfterAnotherWasRefused_isNamed() {
    RandomHistory refused = withTwoStrays(UNTOLD);
    RandomHistory granted = withTwoStrays(new Tick());
    List<AuditRecord> events = new ArrayList<>(refused.events());
    int last = events.size() - 1;
    events.set(last, granted.events().get(last));

    assertThat(verdict(from(refused, events, 2), EVENTS).violations())
        .extracting(Violation::offset)
        .containsExactly(Damage.offset(refused, last));
  }

  private static RandomHistory withTwoStrays(Command second) {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 500, lock("a"));
          recorder.append(1, 1_000, second);
          recorder.append(2, 2_000, lock("b"));
          recorder.append(3, 3_000, stray());
          recorder.append(4, 4_000, stray("t", "/t", 0));
        });
  }

  /** Somebody has told another number than the topics have; the arbiter obeys the first. */
  @Test
  void numberOtherThanThatOfTheTopics_makesNoViolation() {
    RandomHistory history = history(COUNTING.with(Setting.PARTITIONS, 99), LOCKS);

    assertThat(Damage.verdict(history, 40)).isEqualTo("rejected WRONG_PARTITION");
    assertThat(verdict(from(history, 5), EVENTS).violations()).isEmpty();
  }

  @Test
  void commandRefusedInItsOwnPartition_isNamed() {
    RandomHistory history = history(UNTOLD, LOCKS);
    int place = 60;
    Damage damage =
        Damage.of(history)
            .refuseInstead(place, RejectReason.WRONG_PARTITION)
            .set(place, "expectedPartition", 2);
    for (PartitionHistory each :
        List.of(history.withEvents(damage.events()), from(history, damage.events(), 1))) {
      assertThat(verdict(each, EVENTS).violations())
          .extracting(Violation::offset, Violation::expected)
          .contains(
              tuple(
                  Damage.offset(history, place),
                  "an answer of this partition: the account belongs here"));
    }
  }

  /** One lock each 20 s, so that there is always one; at last a stray, and one more lock. */
  private static RandomHistory history(Command second, int locks) {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 500, lock("l0"));
          recorder.append(1, 1_000, second);
          int n = 2;
          for (; n < locks; n++) {
            recorder.append(n, 20_000L * (n - 1), lock("l" + n));
          }
          recorder.append(n, 20_000L * n, stray());
          recorder.append(n + 1, 20_000L * n + 1, lock("z"));
        });
  }

  private static Acquire lock(String lockId) {
    return FreezeTest.acquire(lockId, "ann", Operation.UPLOAD, "/" + lockId, 0);
  }

  private static Acquire stray() {
    return stray("s", "/s", 0);
  }

  private static Acquire stray(String lockId, String path, long waitMs) {
    Acquire asked = FreezeTest.acquire(lockId, lockId, Operation.UPLOAD, path, waitMs);
    return new Acquire("globex", asked.replyTo(), asked.fields(), asked.graceMs(), asked.comment());
  }

  private static PartitionHistory from(RandomHistory history, int first) {
    return from(history, history.events(), first);
  }

  /** Returns what retention has left, from this command on. */
  private static PartitionHistory from(RandomHistory history, List<AuditRecord> events, int first) {
    return new RandomHistory(history.commands(), events).from(PARTITIONS, first);
  }

  private static PartitionVerdict verdict(PartitionHistory history, Set<Check> checks) {
    return Verification.of(history, Scope.ALL, checks, step -> {});
  }
}
