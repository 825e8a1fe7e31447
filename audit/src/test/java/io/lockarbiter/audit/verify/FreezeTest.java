package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Requests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The audit of a freeze: nobody else holds a lock to change something beside it. */
class FreezeTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final RandomHistory HISTORY = history();

  private static final int REFUSED = 3;
  private static final int WAITING_FREEZE = 6;

  /** A freeze beside a reader and a lock of its owner, a refusal, and a freeze that has to wait. */
  private static RandomHistory history() {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 1_000, acquire("f", "ops", Operation.FREEZE, "/docs", 0));
          recorder.append(1, 1_000, acquire("r", "ann", Operation.DOWNLOAD, "/docs", 0));
          recorder.append(2, 1_000, acquire("o", "ops", Operation.UPLOAD, "/docs/o", 0));
          recorder.append(3, 1_000, acquire("u", "bob", Operation.UPLOAD, "/docs/u", 10_000));
          recorder.append(4, 1_000, acquire("g", "bob", Operation.CHECK_OUT, "/docs/g", 0));
          recorder.append(5, 1_000, acquire("p", "bob", Operation.UPLOAD, "/pictures/p", 0));
          recorder.append(6, 1_000, acquire("w", "legal", Operation.FREEZE, "/", 0));
        });
  }

  static Acquire acquire(
      String id, String subAccount, Operation operation, String where, long waitMs) {
    return Requests.on(id, new Owner(subAccount, null), operation, where, waitMs, null);
  }

  @Test
  void freezeBesideReadersAndItsOwner_isClean() {
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "rejected", "FROZEN")))
        .containsExactly(REFUSED);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void lockToWriteGrantedBesideAFreeze_isNamed() {
    assertThat(verify(Damage.of(HISTORY).grantInstead(REFUSED)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "no lock to change something beside the freeze lockId=f",
                "lockId=u of another owner is held"));
  }

  @Test
  void freezeGrantedBesideLocksToWrite_isNamedWithEach() {
    assertThat(verify(Damage.of(HISTORY).grantInstead(WAITING_FREEZE)))
        .extracting(Violation::expected, Violation::found)
        .filteredOn(violation -> violation.toList().get(0).toString().endsWith("lockId=w"))
        .extracting(violation -> violation.toList().get(1))
        .containsExactlyInAnyOrder(
            "lockId=o of another owner is held", "lockId=p of another owner is held");
  }

  @Test
  void refusalWithoutAFreeze_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(WAITING_FREEZE, "reason", "FROZEN")))
        .extracting(Violation::expected)
        .contains("held freezes", "a freeze that does not end before 1000");
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
