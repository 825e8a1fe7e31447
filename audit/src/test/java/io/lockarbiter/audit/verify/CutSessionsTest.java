package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and bound locks whose first event retention has removed. */
class CutSessionsTest {
  private static final Owner LAPTOP = new Owner("ann", "laptop");
  private static final long LONGEST_MS = 600_000;

  private final CutLog log = new CutLog();

  /** Its next command tells when it began, and from the horizon on everything is known. */
  @ParameterizedTest
  @EnumSource(Check.class)
  void sessionThatBeganBefore_isNoViolation(Check check) {
    begin(LONGEST_MS, 0)
        .tick(3_000)
        .append(4_000, new Renew("r", CutLog.ACCOUNT, LAPTOP, null, "a", null))
        .tick(310_000)
        .append(590_000, keepAlive(LONGEST_MS))
        .tick(650_000)
        .tick(910_000)
        .append(1_100_000, bound("b", 0))
        .append(1_200_000, bound("c", 0))
        .append(1_300_000, CutLog.acquire("last", "/last", 30_000));

    assertThat(log.violations(EnumSet.of(check))).isEmpty();
    assertThat(texts()).anyMatch(text -> text.contains("SESSION_ENDED"));
    assertThat(texts()).anyMatch(text -> text.contains("NO_SESSION"));
  }

  /** Log time stands at the end of the session exactly when the horizon is reached. */
  @ParameterizedTest
  @ValueSource(longs = {602_000, 602_001, 602_002, 602_003})
  void sessionThatEndsAtTheHorizon_isNoViolation(long at) {
    begin(LONGEST_MS, 0)
        .append(at, bound("b", 0))
        .append(at + 1, keepAlive(30_000))
        .append(at + 2, bound("c", 0))
        .tick(at + 30_001)
        .append(at + 30_002, CutLog.acquire("last", "/last", 30_000));

    assertThat(log.violations(EnumSet.allOf(Check.class))).isEmpty();
  }

  /** Log time stands: the command before, which is not retained, asked for more. */
  @Test
  void sessionThatBeganInTheSameMillisecond_isNoViolation() {
    log.append(2_000, keepAlive(LONGEST_MS))
        .append(2_000, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .append(2_000, keepAlive(30_000))
        .append(2_000, bound("a", 0))
        .append(3_000, CutLog.acquire("last", "/last", 30_000));

    assertThat(log.violations(EnumSet.of(Check.EVENTS))).isEmpty();
  }

  /**
   * The grant told what the settings leave of the longest time, and each telling tells it again.
   */
  @ParameterizedTest
  @EnumSource(Check.class)
  void lockWhoseLongestTimeTheSettingsHadCut_endsInTime(Check check) {
    log.append(1_500, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 900_000));
    begin(LONGEST_MS, 0)
        .append(300_000, keepAlive(LONGEST_MS))
        .tick(310_000)
        .tick(610_000)
        .append(700_000, keepAlive(LONGEST_MS))
        .tick(902_001)
        .tick(910_000)
        .append(920_000, CutLog.acquire("last", "/last", 30_000));

    assertThat(log.violations(EnumSet.of(check))).isEmpty();
    assertThat(texts()).anyMatch(text -> text.contains("\"cutMaxHoldMs\":900000"));
    assertThat(texts()).anyMatch(text -> text.contains("\"reason\":\"EXPIRED\""));
  }

  @ParameterizedTest
  @EnumSource(Check.class)
  void lockWithAnEndThatWasAttachedBefore_isNoViolation(Check check) {
    begin(LONGEST_MS, 0);
    log.append(
            2_500, new Yield("y", CutLog.ACCOUNT, new Owner("ops", null), null, "a", 400_000L, "x"))
        .append(2_600, CutLog.acquire("x2", "/x2", CutLog.WEEK_MS))
        .cut()
        .settings(3_000)
        .tick(310_000)
        .append(350_000, keepAlive(LONGEST_MS))
        .tick(402_500)
        .tick(700_000)
        .append(701_000, CutLog.acquire("last", "/last", 30_000));

    assertThat(log.violations(EnumSet.of(check))).isEmpty();
    assertThat(texts()).anyMatch(text -> text.contains("\"reason\":\"FORCED\""));
  }

  /** Once everything is known, a lock that outlives its session is named. */
  @Test
  void lockThatOutlivesItsSessionAfterThat_isNamed() {
    begin(LONGEST_MS, 0)
        .tick(3_000)
        .append(590_000, keepAlive(LONGEST_MS))
        .tick(650_000)
        .append(660_000, bound("b", 0))
        .append(1_200_000, CutLog.acquire("last", "/last", 30_000))
        .append(1_200_001, CutLog.acquire("rest", "/rest", 30_000));
    MemoryHistory whole = log.history();
    List<AuditRecord> less = new ArrayList<>(whole.eventRecords());
    int ended = less.size() - 3;
    assertThat(text(less.remove(ended))).contains("SESSION_ENDED");
    MemoryHistory history =
        new MemoryHistory(
            whole.partition(), whole.partitions(), whole.commandRecords(), less, whole.begins());

    assertThat(
            Verification.of(history, Scope.ALL, EnumSet.of(Check.EVENTS), step -> {}).violations())
        .extracting(Violation::expected)
        .anyMatch(expected -> expected.endsWith("at 1190000 with its session"));
  }

  /** Begins a session and a bound lock, of which retention leaves nothing. */
  private CutLog begin(long leaseMs, long maxHoldMs) {
    return log.append(2_000, keepAlive(leaseMs))
        .append(2_001, bound("a", maxHoldMs))
        .append(2_002, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .settings(2_003);
  }

  private List<String> texts() {
    return log.history().eventRecords().stream().map(CutSessionsTest::text).toList();
  }

  private static String text(AuditRecord event) {
    return new String(Objects.requireNonNull(event.value()), UTF_8);
  }

  private static KeepAlive keepAlive(long leaseMs) {
    return new KeepAlive("k", CutLog.ACCOUNT, LAPTOP, null, leaseMs);
  }

  private static Acquire bound(String id, long maxHoldMs) {
    LockPath path = LockPath.of("/" + id);
    return new Acquire(
        CutLog.ACCOUNT,
        null,
        new LockFields(
            id,
            LAPTOP,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            LockFields.BOUND_LEASE_MS,
            0,
            maxHoldMs,
            List.of(),
            null,
            new TreeMap<>()));
  }
}
