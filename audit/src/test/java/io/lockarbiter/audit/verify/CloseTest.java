package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The audit of a closed account: nobody else holds a lock there. */
class CloseTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final RandomHistory HISTORY = history();

  private static final int WAITING_CLOSE = 1;
  private static final int WAITER_REFUSED = 5;
  private static final int REFUSED = 6;

  /** A close that has to wait, one who waits behind it, and some who come later. */
  private static RandomHistory history() {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 1_000, FreezeTest.acquire("r", "ann", Operation.DOWNLOAD, "/docs", 0));
          recorder.append(1, 1_000, FreezeTest.acquire("c", "mover", Operation.CLOSE, "/", 10_000));
          recorder.append(
              2, 1_000, FreezeTest.acquire("w", "bob", Operation.DOWNLOAD, "/pictures", 10_000));
          recorder.append(
              3,
              1_000,
              new Release("e", "acme", new Owner("ann", null), null, "r", /* gone= */ false));
          recorder.append(
              4, 1_000, FreezeTest.acquire("x", "bob", Operation.DOWNLOAD, "/docs", 10_000));
          recorder.append(5, 1_000, FreezeTest.acquire("y", "bob", Operation.UPLOAD, "/a", 0));
          recorder.append(6, 1_000, FreezeTest.acquire("z", "cem", Operation.FREEZE, "/b", 0));
        });
  }

  @Test
  void closedAccount_isClean() {
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "rejected", "ACCOUNT_CLOSED")))
        .containsExactly(WAITER_REFUSED, REFUSED);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void lockToReadGrantedInAClosedAccount_isNamed() {
    assertThat(verify(Damage.of(HISTORY).grantInstead(REFUSED)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "no lock beside lockId=c, which closes the account",
                "lockId=x of another owner is held"));
  }

  @Test
  void accountClosedBesideAReader_isNamed() {
    assertThat(verify(Damage.of(HISTORY).grantInstead(WAITING_CLOSE)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "no lock beside lockId=c, which closes the account",
                "lockId=r of another owner is held"));
  }

  @Test
  void refusalWithoutAClosedAccount_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(WAITER_REFUSED, "reason", "WAIT_TIMEOUT")))
        .isNotEmpty();
    assertThat(verify(Damage.of(HISTORY).without(REFUSED, "blockedBy"))).isNotEmpty();
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
