package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.Story;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.schema.Topic;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The last record's events are visible in part: each 16 MB are committed by themselves, and an
 * arbiter may die in between.
 */
class PartlyPublishedTest {
  private static final int LOCKS = 40;

  @ParameterizedTest
  @EnumSource
  void someTellings_areClean(Check check) {
    RandomHistory history = tellings();
    assertThat(history.events()).hasSize(2 * LOCKS);

    PartitionVerdict verdict = verify(firstEvents(history, 3 * LOCKS / 2), check);
    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(verdict.answers()).isEqualTo(LOCKS);
  }

  /** The visible events are judged all the same. */
  @ParameterizedTest
  @EnumSource
  void wrongTellingAmongThem_isNamed(Check check) {
    RandomHistory history = tellings();
    int last = 3 * LOCKS / 2 - 1;
    List<AuditRecord> events = Damage.of(history).alter(last, "expiresAt").events();

    assertThat(
            verify(firstEvents(new RandomHistory(history.commands(), events), last + 1), check)
                .violations())
        .extracting(Violation::offset)
        .containsOnly(events.get(last).offset());
  }

  /** Time ends a lock at the record of a request, whose own answer is not visible yet. */
  @ParameterizedTest
  @EnumSource
  void requestWhoseAnswerIsNotVisible_isPending(Check check) {
    MemoryHistory whole =
        new Story()
            .ask("c1", "ann", Operation.UPLOAD, "/a", 0)
            .at(30_000)
            .ask("c2", "bob", Operation.UPLOAD, "/b", 0)
            .history();
    List<AuditRecord> events = whole.eventRecords();
    assertThat(events).hasSize(3);

    PartitionVerdict verdict =
        verify(new MemoryHistory(0, whole.commandRecords(), events.subList(0, 2)), check);
    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.answers()).isEqualTo(1);
    assertThat(verdict.pending()).isEqualTo(1);
  }

  /** An event of a later record shows that no more will come. */
  @ParameterizedTest
  @EnumSource
  void eventMissingBeforeALaterOne_isNamedAtItsCommand(Check check) {
    MemoryHistory whole =
        new Story()
            .ask("c1", "ann", Operation.UPLOAD, "/a", 0)
            .ask("c2", "bob", Operation.UPLOAD, "/b", 0)
            .at(30_000)
            .tick()
            .ask("c3", "eve", Operation.UPLOAD, "/c", 0)
            .history();
    Damage damage =
        Damage.of(new RandomHistory(whole.commandRecords(), whole.eventRecords())).omit(3);

    assertThat(
            verify(new MemoryHistory(0, whole.commandRecords(), damage.events()), check)
                .violations())
        .first()
        .extracting(Violation::topic, Violation::offset)
        .containsExactly(Topic.COMMANDS, 3L);
  }

  /** Check-outs of one moment, and a record that tells all of them again. */
  private static RandomHistory tellings() {
    return RandomHistory.recorded(
        recorder -> {
          for (int n = 0; n < LOCKS; n++) {
            recorder.append(n, 2_000, CutLog.acquire("k" + n, "/k" + n, CutLog.WEEK_MS));
          }
          recorder.append(LOCKS, 1_000_000, new Tick());
        });
  }

  private static MemoryHistory firstEvents(RandomHistory history, int number) {
    return history.withEvents(history.events().subList(0, number));
  }

  private static PartitionVerdict verify(MemoryHistory history, Check check) {
    return Verification.of(history, Scope.ALL, EnumSet.of(check), step -> {});
  }
}
