package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.MemoryHistory;
import io.lockarbiter.audit.replay.MemoryHistory.Begins;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.lua.history.HistoryGenerator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void recordedHistory_isCleanInBothChecks(long seed) {
    RandomHistory history = RandomHistory.of(seed, 8_000);
    for (Check check : Check.values()) {
      PartitionVerdict verdict = verify(history.whole(), EnumSet.of(check));
      assertThat(verdict.violations()).as("%s seed=%d", check, seed).isEmpty();
      assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
      assertThat(verdict.answers()).isGreaterThan(6_000);
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

  /** One whose log time at the cut is that of a record left: a later one is not known any more. */
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

  private static long causeOf(AuditRecord record) {
    return EventCodec.decode(Objects.requireNonNull(record.value())).head().cause().offset();
  }

  private static PartitionVerdict verify(PartitionHistory history, Set<Check> checks) {
    return Verification.of(history, Scope.ALL, checks, step -> {});
  }
}
