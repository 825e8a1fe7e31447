package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.Operation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit of a request that waits with a grace: it asks the holders in its way, and no other. */
class AskingTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final RandomHistory HISTORY = history(10_000L);

  /** Places of events: the freeze is queued, and two holders are asked. */
  private static final int OUTSIDE = 2;

  private static final int FIRST_ASKED = 4;
  private static final int SECOND_ASKED = 5;

  private static RandomHistory history(@Nullable Long graceMs) {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 1_000, acquire("u", "ann", Operation.UPLOAD, "/docs/1", 0, null));
          recorder.append(1, 1_000, acquire("v", "bob", Operation.UPLOAD, "/docs/2", 0, null));
          recorder.append(2, 1_000, acquire("o", "bob", Operation.UPLOAD, "/other", 0, null));
          recorder.append(
              3, 2_000, acquire("f", "ops", Operation.FREEZE, "/docs", 60_000, graceMs));
          recorder.append(4, 2_500, acquire("g", "ops", Operation.FREEZE, "/docs", 60_000, 9_000L));
          recorder.append(5, 2_600, acquire("x", "cy", Operation.DELETE, "/away", 0, null));
        });
  }

  private static Acquire acquire(
      String id,
      String subAccount,
      Operation operation,
      String where,
      long waitMs,
      @Nullable Long graceMs) {
    Acquire silent = FreezeTest.acquire(id, subAccount, operation, where, waitMs);
    return new Acquire(
        silent.account(),
        silent.replyTo(),
        silent.fields(),
        graceMs,
        graceMs == null ? null : "the backup begins");
  }

  @Test
  void holdersInTheWay_areAskedOnce() {
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "yieldRequested", null)))
        .containsExactly(FIRST_ASKED, SECOND_ASKED);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void holderThatIsNotAsked_isNamed() {
    assertThat(verify(Damage.of(HISTORY).omit(SECOND_ASKED)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "the holder of lockId=v, which is in the way, asked to let go", "it is not asked"));
  }

  @Test
  void holderAskedThoughNotInTheWay_isNamed() {
    assertThat(verify(Damage.of(HISTORY).askInstead(SECOND_ASKED, OUTSIDE)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("a lock in the way of lockId=f", "lockId=o is asked for"));
  }

  @Test
  void holderOfAFreeze_isNotToBeAsked() {
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 1_000, acquire("u", "ann", Operation.UPLOAD, "/docs/1", 0, null));
              recorder.append(1, 1_000, acquire("z", "bob", Operation.FREEZE, "/docs/2", 0, null));
              recorder.append(2, 2_000, acquire("d", "eve", Operation.DELETE, "/", 60_000, 9_000L));
              recorder.append(3, 2_600, acquire("x", "cy", Operation.DELETE, "/away", 0, null));
            });
    assertThat(verify(history.whole())).isEmpty();
    assertThat(verify(history.withEvents(Damage.of(history).askInstead(3, 1).events())))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("a lock in the way of lockId=d", "lockId=z is asked for"));
  }

  /** Nothing is known of the grants up to the first event, so the event tells what the lock is. */
  @Test
  void holderOfAnUnknownLock_isJudgedByWhatTheEventTells() {
    assertThat(verify(cut(HISTORY.events()))).isEmpty();
    assertThat(verify(cut(Damage.of(HISTORY).askInstead(SECOND_ASKED, OUTSIDE).events())))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("a lock in the way of lockId=f", "lockId=o is asked for"));
  }

  private static PartitionHistory cut(List<AuditRecord> events) {
    return CutHistoryTest.cut(
        HISTORY.commands().subList(OUTSIDE, HISTORY.commands().size()),
        events.subList(OUTSIDE, events.size()));
  }

  @Test
  void holderAskedForAnotherEnd_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(SECOND_ASKED, "endsAt", 12_001)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("endsAt=12000", "endsAt=12001"));
    assertThat(verify(Damage.of(HISTORY).set(SECOND_ASKED, "graceMs", 9_000)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("graceMs=10000", "graceMs=9000"));
  }

  @Test
  void holderAskedByAnother_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(FIRST_ASKED, "by", "eve")))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("by=ops", "by=eve"));
  }

  /** The command has no grace, the events tell of one. */
  @Test
  void holderAskedByARequestWithoutAGrace_isNamed() {
    assertThat(verify(history(null).withEvents(HISTORY.events())))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "a yield, or an acquire with graceMs that begins to wait",
                "asked by Acquire commandId=f"));
  }

  private static List<Violation> verify(Damage damage) {
    return verify(HISTORY.withEvents(damage.events()));
  }

  private static List<Violation> verify(PartitionHistory history) {
    return Verification.of(history, Scope.ALL, EVENTS, step -> {}).violations();
  }
}
