package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.Story;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.history.HistoryGenerator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class VerificationTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);

  static Stream<Long> seeds() {
    return Seeds.fresh(2);
  }

  static Stream<Long> manySeeds() {
    return Seeds.fresh(6);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void recordedHistory_isCleanInBothChecks(long seed) {
    check(seed);
  }

  /** Whoever says that its paths exist is refused, or told their place, by memory. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void historyThatRemembersMoves_isCleanInBothChecks(long seed) {
    RandomHistory history = RandomHistory.withMoves(seed, 4_000, 1);

    check(history, seed);
    assertThat(
            Damage.places(
                history,
                event -> Damage.is(event, "rejected", "PATH_GONE") && event.has("existing")))
        .isNotEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("manySeeds")
  @Tag("nightly")
  void moreRecordedHistories_areCleanInBothChecks(long seed) {
    check(seed);
  }

  private static void check(long seed) {
    check(RandomHistory.of(seed, 8_000), seed);
  }

  private static void check(RandomHistory history, long seed) {
    for (Check check : Check.values()) {
      PartitionVerdict verdict = verify(history.whole(), EnumSet.of(check));
      assertThat(verdict.violations()).as("%s seed=%d", check, seed).isEmpty();
      assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
      assertThat(verdict.answers()).isGreaterThan(history.commands().size() * 3L / 4);
      assertThat(verdict.commands()).isEqualTo(history.commands().size());
      assertThat(verdict.events()).isEqualTo(history.events().size());
    }
  }

  @Test
  void emptyHistory_isIdleAndAloneUndecidable() {
    PartitionVerdict verdict = verify(new MemoryHistory(0, List.of(), List.of()), BOTH);
    assertThat(verdict.verdict()).isEqualTo(Verdict.IDLE);
    assertThat(Verdict.of(List.of(verdict))).isEqualTo(Verdict.UNDECIDABLE);
  }

  /** The lock ends at the time of the yield, and the next record releases it. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "1, 1"})
  void yieldWithHardlyAGrace_isClean(long graceMs, long nextAt) {
    Story story =
        new Story()
            .at(1_000)
            .ask("c1", "ann", Operation.UPLOAD, "/a", 0)
            .ask("c2", "bob", Operation.UPLOAD, "/b", 0)
            .yield("c1", "ops", graceMs)
            .at(1_000 + nextAt)
            .tick()
            .tick();

    for (Check check : Check.values()) {
      assertThat(verify(story.history(), EnumSet.of(check)).violations()).isEmpty();
    }
  }

  @Test
  void endThatTheNextRecordDoesNotTell_isAViolation() {
    Story story =
        new Story()
            .at(1_000)
            .ask("c1", "ann", Operation.UPLOAD, "/a", 0)
            .yield("c1", "ops", 0L)
            .tick()
            .ask("c2", "bob", Operation.UPLOAD, "/b", 0);
    PartitionVerdict verdict =
        verify(story.withoutEvent("\"reason\":\"FORCED\""), EnumSet.of(Check.EVENTS));

    assertThat(verdict.violations())
        .anySatisfy(
            violation -> assertThat(violation.expected()).startsWith("the end of lockId=c1 at "));
  }

  @Test
  void commandsAfterTheLastPublishedEvent_arePending() {
    RandomHistory history = RandomHistory.of(1, 500);
    long lastCause = causeOf(history.events().get(199));
    List<AuditRecord> whole =
        history.events().stream().filter(record -> causeOf(record) <= lastCause).toList();
    PartitionVerdict verdict = verify(history.withEvents(whole), BOTH);
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(verdict.pending()).isGreaterThan(200);
  }

  @Test
  void commandsWithoutAnyEvent_areUndecidable() {
    PartitionVerdict verdict = verify(RandomHistory.of(1, 50).withEvents(List.of()), BOTH);
    assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDABLE);
    assertThat(verdict.why()).startsWith("too quiet: no event is published");
  }

  /** Its log time at the cut is that of a retained record: a later removed one would be unknown. */
  @Test
  void cutHistory_isUndecidable() {
    RandomHistory history = RandomHistory.of(3, 500);
    List<AuditRecord> commands = history.commands().subList(100, 500);
    MemoryHistory cut =
        new MemoryHistory(
            HistoryGenerator.PARTITION,
            commands,
            history.events(),
            new Begins(commands.get(0).offset(), 0));
    PartitionVerdict verdict = verify(cut, BOTH);
    assertThat(verdict.verdict()).as("%s", verdict).isEqualTo(Verdict.UNDECIDABLE);
    assertThat(verdict.why()).startsWith("retention has removed the beginning");
  }

  /**
   * A decision of a newer arbiter with words that this version lacks is no violation of its rules.
   */
  @ParameterizedTest
  @CsvSource({
    "'\"type\":\"granted\"', '\"type\":\"opened\"', type=opened",
    "'\"mode\":\"PUT\"}],\"leaseMs\"', '\"mode\":\"SHARE\"}],\"leaseMs\"', targets.mode=SHARE",
    "'\"operation\":\"UPLOAD\"', '\"operation\":\"ARCHIVE\"', operation=ARCHIVE",
    "'\"reason\":\"CONFLICT\"', '\"reason\":\"PREEMPTED\"', reason=PREEMPTED",
    "'\"reason\":\"EXPIRED\"', '\"reason\":\"PREEMPTED\"', reason=PREEMPTED",
    "'\"relation\":\"SAME\"', '\"relation\":\"BESIDE\"', blockedBy.relation=BESIDE",
  })
  void wordOfANewerArbiter_isUndecidable(String known, String newer, String word) {
    RandomHistory history = RandomHistory.of(1, 3_000);
    List<AuditRecord> events = new ArrayList<>(history.events());
    int at = 1_000;
    while (!text(events.get(at)).contains(known)) {
      at++;
    }
    AuditRecord before = events.get(at);
    events.set(at, withValue(before, text(before).replace(known, newer)));

    for (Check check : Check.values()) {
      PartitionVerdict verdict = verify(history.withEvents(events), EnumSet.of(check));
      assertThat(verdict.violations()).as("%s", check).isEmpty();
      assertThat(verdict.verdict()).as("%s", check).isEqualTo(Verdict.UNDECIDABLE);
      assertThat(verdict.why())
          .startsWith(
              "the event at offset=%d of lock.events says %s, which only newer arbiters know: nothing is judged from the command at offset="
                  .formatted(before.offset(), word))
          .endsWith(" on; ask the audit of a version as new");
      assertThat(verdict.answers()).isGreaterThan(500);
    }
  }

  private static AuditRecord withValue(AuditRecord of, String value) {
    return new AuditRecord(
        of.offset(),
        of.appendedAt(),
        of.leaderEpoch(),
        of.key(),
        value.getBytes(UTF_8),
        of.headers());
  }

  private static String text(AuditRecord record) {
    return new String(Objects.requireNonNull(record.value()), UTF_8);
  }

  private static long causeOf(AuditRecord record) {
    return EventCodec.decode(Objects.requireNonNull(record.value())).head().cause().offset();
  }

  private static PartitionVerdict verify(PartitionHistory history, Set<Check> checks) {
    return Verification.of(history, Scope.ALL, checks, step -> {});
  }
}
