package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Requests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of a replacement: the old lock ends, right before the new one is granted. */
class ReplacementTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final Owner ANN = new Owner("ann", null);
  private static final Owner BOB = new Owner("bob", null);

  private static final RandomHistory HISTORY = history();

  /** Granted, waited for by carl, handed to bob, asked for by carl's yield, over. */
  private static RandomHistory history() {
    return RandomHistory.recorded(
        recorder -> {
          LockRef anns = new LockRef("a", ANN);
          recorder.append(0, 1_000, acquire("a", ANN, Operation.CHECK_OUT, 0, null));
          recorder.append(
              1, 2_000, acquire("c", new Owner("carl", null), Operation.UPLOAD, 60_000, null));
          recorder.append(2, 3_000, acquire("b", BOB, Operation.CHECK_OUT, 0, anns));
          recorder.append(3, 4_000, acquire("d", BOB, Operation.CHECK_OUT, 0, anns));
          recorder.append(4, 5_000, new Yield("y", "acme", ANN, null, "b", 1_000L, null));
          recorder.append(5, 6_000, new Tick());
        });
  }

  private static Acquire acquire(
      String id, Owner owner, Operation operation, long waitMs, @Nullable LockRef replaces) {
    return Requests.on(id, owner, operation, "/docs/plan.docx", waitMs, replaces);
  }

  @Test
  void replacementPastAWaitingRequest_isClean() {
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "released", "REPLACED")))
        .containsExactly(2);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void grantWithoutTheEndBefore_isNamed() {
    assertThat(verify(Damage.of(HISTORY).omitWithTokens(2)))
        .extracting(Violation::expected)
        .contains("released REPLACED of lockId=a right before");
  }

  @Test
  void endWithoutTheGrantAfter_isNamedAtTheNextEventOrItsRecord() {
    assertThat(verify(Damage.of(HISTORY).omitWithTokens(3)))
        .extracting(Violation::expected)
        .contains("a grant in place of lockId=a");
  }

  @Test
  void endForAnotherLock_isNamed() {
    assertThat(verify(Damage.of(HISTORY).alter(2, "replacedBy")))
        .extracting(Violation::expected)
        .anyMatch(expected -> expected.startsWith("replacedBy=LockRef[lockId=b, "));
  }

  /** These are there if an operator ended it. */
  @ParameterizedTest
  @ValueSource(strings = {"by", "comment"})
  void endThatTellsOfAnOperator_isNamed(String field) {
    assertThat(verify(Damage.of(HISTORY).set(2, field, "ops")))
        .extracting(Violation::expected)
        .containsExactly(field + "=null");
  }

  @Test
  void otherEndThatTellsAReplacement_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(2, "reason", "EXPIRED")))
        .extracting(Violation::expected)
        .contains("replacedBy=null", "released REPLACED of lockId=a right before");
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
