package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.history.HistoryGenerator;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions about locks and requests whose first event retention has removed. */
class CutDecisionsTest {
  private final CutLog log = new CutLog();

  /**
   * The request passes an earlier one, because that one waits for a lock that the request names in
   * {@code holding} (RULES.md, Waiting).
   */
  @ParameterizedTest
  @ValueSource(longs = {300_000, CutLog.WEEK_MS})
  void turnOfARequestThatNamesALock_isNotJudged(long leaseMs) {
    log.append(2_000, CutLog.acquire("h", "/d/h", leaseMs))
        .append(2_001, CutLog.acquire("x", "/x", leaseMs))
        .cut()
        .tick(3_000)
        .append(4_000, asks("w", "bob", Operation.DELETE, "/d", 60_000, List.of()))
        .append(5_000, asks("r", "ann", Operation.UPLOAD, "/d/r", 0, List.of("h")));

    assertClean();
  }

  /** A process asks again after its restart, so with another reply address. */
  @ParameterizedTest
  @ValueSource(strings = {"gw-1", "gw-2"})
  void copyThatAlsoTellsItsLock_isNoViolation(String replyTo) {
    log.append(2_000, checkOut("k", "ann", "gw-1", "/k", 0))
        .append(2_001, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .tick(200_000)
        .append(900_000, checkOut("k", "ann", replyTo, "/k", 0));

    assertClean();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gw-1", "gw-2"})
  void copyThatAlsoEndsTheWait_isNoViolation(String replyTo) {
    log.append(2_000, CutLog.acquire("h", "/d", CutLog.WEEK_MS))
        .append(2_001, checkOut("k", "bob", "gw-1", "/d", 60_000))
        .append(2_002, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .tick(3_000)
        .append(62_001, checkOut("k", "bob", replyTo, "/d", 60_000));

    assertClean();
  }

  /** The record grants the request, because a lease is over, and then answers it again. */
  @ParameterizedTest
  @ValueSource(strings = {"gw-1", "gw-2"})
  void copyThatAlsoGrantsTheRequest_isNoViolation(String replyTo) {
    log.append(2_000, CutLog.acquire("h", "/d", 30_000))
        .append(2_001, checkOut("k", "bob", "gw-1", "/d", 60_000))
        .append(2_002, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .tick(3_000)
        .append(32_000, checkOut("k", "bob", replyTo, "/d", 60_000));

    assertClean();
  }

  /** As before, within one millisecond: the lock ends by a request to yield without a grace. */
  @Test
  void copyThatGrantsTheRequestAtOnce_isNoViolation() {
    log.append(2_000, CutLog.acquire("h", "/d", CutLog.WEEK_MS))
        .append(2_000, checkOut("k", "bob", "gw-1", "/d", 60_000))
        .append(2_000, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
        .cut()
        .append(
            2_000, new Yield("y", CutLog.ACCOUNT, new Owner("ops", null), null, "h", 0L, "let go"))
        .append(2_000, checkOut("k", "bob", "gw-2", "/d", 60_000));

    assertClean();
  }

  /** Two requests wait; the first is granted in the millisecond in which it was queued. */
  @Test
  void waitOfNoTime_isNoViolation() {
    log.append(2_000, CutLog.acquire("h", "/d", CutLog.WEEK_MS))
        .append(2_000, checkOut("first", "bob", null, "/d", 60_000))
        .cut()
        .append(2_000, checkOut("second", "eve", null, "/d", 60_000))
        .release(2_000, "h", "ann");

    assertClean();
  }

  /**
   * Until an event tells that case does not count, it is thought to. So the length of the window is
   * taken for that of a stranger, and acquires are counted in another one until all is told.
   */
  @Test
  void windowWhoseLengthIsToldLate_hasThatLength() {
    SettingsChange some =
        SettingsChange.NOTHING
            .with(Setting.NAMES_WITHOUT_CASE, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 1)
            .with(Setting.WINDOW_MS, 60_000);
    SettingsChange others =
        SettingsChange.to(Settings.DEFAULT)
            .with(Setting.PARTITIONS, HistoryGenerator.PARTITIONS)
            .without(Setting.NAMES_WITHOUT_CASE)
            .without(Setting.ACQUIRES_PER_WINDOW)
            .without(Setting.WINDOW_MS);
    CutLog cut =
        new CutLog(some.then(others))
            .append(3_000, CutLog.acquire("x", "/x", CutLog.WEEK_MS))
            .cut()
            .append(100_000, some)
            .append(101_000, CutLog.acquire("a", "/a", 30_000))
            .append(102_000, others)
            .tick(103_000)
            .tick(900_000)
            .append(901_000, CutLog.acquire("b", "/b", 30_000))
            .append(931_000, CutLog.acquire("c", "/c", 30_000));

    List<AuditRecord> events = cut.history().eventRecords();
    assertThat(Damage.json(events.get(events.size() - 1)).path("reason").asString())
        .isEqualTo("RATE_LIMITED");
    assertThat(cut.violations(EnumSet.allOf(Check.class))).isEmpty();
  }

  private void assertClean() {
    assertThat(log.violations(EnumSet.allOf(Check.class))).isEmpty();
  }

  private static Acquire checkOut(
      String lockId, String subAccount, @Nullable String replyTo, String path, long waitMs) {
    return CutLog.acquire(
        lockId, subAccount, replyTo, Operation.CHECK_OUT, path, CutLog.WEEK_MS, waitMs, List.of());
  }

  private static Acquire asks(
      String lockId,
      String subAccount,
      Operation operation,
      String path,
      long waitMs,
      List<String> holding) {
    return CutLog.acquire(lockId, subAccount, null, operation, path, 30_000, waitMs, holding);
  }
}
