package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The audit of leases that the settings cut. */
class CutTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);

  /** Places of events. */
  private static final int WHOLE = 0;

  private static final int RENEWED_AS_IT_WAS = 1;
  private static final int CUT = 2;
  private static final int REPEATED = 3;
  private static final int RENEWED = 4;

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 1_000, FreezeTest.acquire("u", "ann", Operation.UPLOAD, "/1", 0));
            recorder.append(
                1,
                2_000,
                SettingsChange.NOTHING
                    .with(Setting.LONGEST_LEASE_MS, 4_000)
                    .with(Setting.LONGEST_HOLD_MS, 9_000));
            recorder.append(2, 3_000, renewal("r1", "u"));
            recorder.append(3, 4_000, FreezeTest.acquire("v", "ann", Operation.UPLOAD, "/2", 0));
            recorder.append(4, 5_000, FreezeTest.acquire("v", "ann", Operation.UPLOAD, "/2", 0));
            recorder.append(5, 6_000, renewal("r2", "v"));
            recorder.append(6, 6_500, FreezeTest.acquire("x", "cy", Operation.DELETE, "/away", 0));
            recorder.append(7, 6_600, renewal("r3", "none"));
          });

  private static Renew renewal(String id, String lockId) {
    return new Renew(id, "acme", new Owner("ann", null), null, lockId, null);
  }

  @Test
  void leasesThatAreCut_areAsTheyMustBe() {
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(Damage.places(HISTORY, event -> event.has("cutLeaseMs")))
        .containsExactly(RENEWED_AS_IT_WAS, CUT, REPEATED, RENEWED);
  }

  @Test
  void cutThatTheSettingsDoNotMake_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(WHOLE, "cutLeaseMs", 30_000)))
        .extracting(Violation::expected, Violation::found)
        .containsExactly(tuple("cutLeaseMs=null", "cutLeaseMs=30000"));
    assertThat(verify(Damage.of(HISTORY).set(CUT, "cutLeaseMs", 4_001)))
        .extracting(Violation::expected)
        .contains("cutLeaseMs=4000");
    assertThat(verify(Damage.of(HISTORY).set(REPEATED, "cutMaxHoldMs", 9_001)))
        .extracting(Violation::expected)
        .containsExactly("cutMaxHoldMs=9000");
    assertThat(verify(Damage.of(HISTORY).set(RENEWED, "cutMaxHoldMs", 9_001)))
        .extracting(Violation::expected)
        .contains("cutMaxHoldMs=9000");
  }

  @Test
  void endThatTheCutDoesNotLeave_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(CUT, "expiresAt", 34_000)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("expiresAt=8000", "expiresAt=34000"));
    assertThat(verify(Damage.of(HISTORY).set(RENEWED, "expiresAt", 10_001)))
        .extracting(Violation::expected)
        .contains("expiresAt=10000");
    assertThat(verify(Damage.of(HISTORY).set(RENEWED_AS_IT_WAS, "expiresAt", 7_000)))
        .extracting(Violation::expected)
        .contains("expiresAt=31000");
  }

  private static List<Violation> verify(Damage damage) {
    PartitionHistory history = HISTORY.withEvents(damage.events());
    return Verification.of(history, Scope.ALL, EVENTS, step -> {}).violations();
  }
}
