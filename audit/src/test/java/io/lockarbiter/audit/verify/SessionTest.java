package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.schema.Topic;
import io.lockarbiter.contracts.testing.Requests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of sessions and of the locks that are bound to them. */
class SessionTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final Owner LAPTOP = new Owner("ann", "laptop");
  private static final Owner PHONE = new Owner("ann", "phone");
  private static final Owner BOB = new Owner("bob", null);

  /** Places of events; the session of the laptop is alive from 1,000 to 13,000. */
  private static final int BEGUN = 0;

  private static final int GRANTED = 1;
  private static final int LENGTHENED = 4;
  private static final int NOT_SHORTENED = 5;
  private static final int REFUSED = 6;
  private static final int RENEWED = 7;
  private static final int EXPIRED = 11;
  private static final int GRANTED_LATER = 12;
  private static final int EXPIRED_BEFORE = 13;
  private static final int REQUEST_ENDED = 14;
  private static final int LOCK_ENDED = 15;
  private static final int OTHER_LOCK_ENDED = 16;
  private static final int BEGUN_ANEW = 17;
  private static final int RELEASED = 18;

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 1_000, keepAlive("k1", LAPTOP, 10_000));
            recorder.append(1, 1_000, bound("a", LAPTOP, 0, 0));
            recorder.append(2, 1_000, Requests.upload("b", BOB, "/b", 60_000, 0, 0));
            recorder.append(3, 2_000, Requests.upload("w", LAPTOP, "/b", 0, 60_000, 0));
            recorder.append(4, 3_000, keepAlive("k2", LAPTOP, 10_000));
            recorder.append(5, 3_000, keepAlive("k3", LAPTOP, 1_000));
            recorder.append(6, 3_000, bound("p", PHONE, 0, 0));
            recorder.append(7, 4_000, new Renew("r", "acme", LAPTOP, null, "a", null));
            recorder.append(8, 5_000, bound("m", LAPTOP, 0, 2_000));
            recorder.append(9, 5_000, bound("o", LAPTOP, 0, 7_000));
            recorder.append(10, 5_000, Requests.upload("n", LAPTOP, "/n", 60_000, 0, 0));
            recorder.append(11, 8_000, new Tick());
            recorder.append(12, 9_000, bound("c", LAPTOP, 0, 0));
            recorder.append(13, 14_000, new Tick());
            recorder.append(14, 15_000, keepAlive("k4", LAPTOP, 10_000));
            recorder.append(15, 16_000, new Release("s", "acme", BOB, null, "b", WorkOutcome.DONE));
            recorder.append(16, 16_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
          });

  private static KeepAlive keepAlive(String id, Owner owner, long leaseMs) {
    return new KeepAlive(id, "acme", owner, "gw", leaseMs);
  }

  /** A bound lock at a path of its own. */
  private static Acquire bound(String id, Owner owner, long waitMs, long maxHoldMs) {
    return Requests.upload(id, owner, "/" + id, LockFields.BOUND_LEASE_MS, waitMs, maxHoldMs);
  }

  @Test
  void sessionThatEndsAndBeginsAnew_isClean() {
    assertThat(Damage.verdict(HISTORY, REFUSED)).isEqualTo("rejected NO_SESSION");
    assertThat(Damage.verdict(HISTORY, EXPIRED)).isEqualTo("released EXPIRED");
    assertThat(Damage.verdict(HISTORY, EXPIRED_BEFORE)).isEqualTo("released EXPIRED");
    assertThat(Damage.verdict(HISTORY, REQUEST_ENDED)).isEqualTo("rejected NO_SESSION");
    assertThat(Damage.verdict(HISTORY, LOCK_ENDED)).isEqualTo("released SESSION_ENDED");
    assertThat(Damage.verdict(HISTORY, OTHER_LOCK_ENDED)).isEqualTo("released SESSION_ENDED");
    assertThat(Damage.verdict(HISTORY, BEGUN_ANEW)).isEqualTo("keptAlive");
    assertClean(HISTORY);
  }

  @ParameterizedTest
  @ValueSource(ints = {REQUEST_ENDED, LOCK_ENDED, OTHER_LOCK_ENDED})
  void lockOrRequestThatOutlivesItsSession_isNamedAtTheRecord(int place) {
    String left = lockIdAt(HISTORY, place);

    assertThat(verify(Damage.of(HISTORY).omitWithTokens(place)))
        .first()
        .satisfies(
            violation -> {
              assertThat(violation.topic()).isEqualTo(Topic.COMMANDS);
              assertThat(violation.offset()).isEqualTo(13);
              assertThat(violation.expected())
                  .isEqualTo("the end of lockId=" + left + " at 13000 with its session");
              assertThat(violation.found()).isEqualTo("it lives on");
            });
  }

  @Test
  void endBeforeThatOfTheSession_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(EXPIRED, "reason", "SESSION_ENDED")))
        .extracting(Violation::expected, Violation::found)
        .containsExactly(
            tuple("no end before that of its session at 13000", "released SESSION_ENDED"));
  }

  @Test
  void endWithTheSessionAfterItsOwn_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(EXPIRED_BEFORE, "reason", "SESSION_ENDED")))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("its own end at 12000, before that of its session", "released SESSION_ENDED"));
  }

  @Test
  void endWithASessionToWhichItIsNotBound_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(RELEASED, "reason", "SESSION_ENDED")))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("a lock or request that is bound to a session", "released SESSION_ENDED"));
  }

  @Test
  void expiryOfALockWithoutALease_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(LOCK_ENDED, "reason", "EXPIRED")))
        .extracting(Violation::expected, Violation::found)
        .containsExactly(
            tuple("released SESSION_ENDED: the lock has no other end by time", "released EXPIRED"));
  }

  /** These are there if an operator ended it, or its owner told how its work went. */
  @ParameterizedTest
  @ValueSource(strings = {"by", "comment", "result"})
  void endThatTellsMore_isNamed(String field) {
    assertThat(verify(Damage.of(HISTORY).set(LOCK_ENDED, field, "ops")))
        .extracting(Violation::expected)
        .isNotEmpty()
        .allMatch(expected -> expected.startsWith(field) || expected.startsWith("outcome"));
  }

  @Test
  void lockThatEndsBeforeARequestOfItsSession_isNamed() {
    Damage swapped =
        Damage.of(HISTORY)
            .swap(REQUEST_ENDED)
            .set(REQUEST_ENDED, "seq", REQUEST_ENDED + 1)
            .set(LOCK_ENDED, "seq", LOCK_ENDED + 1);

    assertThat(verify(swapped))
        .extracting(Violation::expected, Violation::found)
        .containsExactly(
            tuple(
                "sessions in the order of their ends, of each its requests, then its locks",
                "laptop of ann behind that of session laptop of ann"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, expiresAt, 11001, expiresAt=11000",
    "0, beganAt, 999, beganAt=1000",
    "4, expiresAt, 12999, expiresAt=13000",
    "4, beganAt, 3000, beganAt=1000",
    "4, cutLeaseMs, 5000, cutLeaseMs=null",
    "5, expiresAt, 4000, expiresAt=13000",
    "17, beganAt, 1000, beganAt=15000",
    "17, expiresAt, 24999, expiresAt=25000",
    "17, leaseMs, 9999, leaseMs=10000"
  })
  void sessionToldOtherwise_isNamed(int place, String field, int value, String expected) {
    assertThat(List.of(BEGUN, LENGTHENED, NOT_SHORTENED, BEGUN_ANEW)).contains(place);
    assertThat(verify(Damage.of(HISTORY).set(place, field, value)))
        .filteredOn(violation -> violation.offset() == Damage.offset(HISTORY, place))
        .extracting(Violation::expected)
        .contains(expected);
  }

  @Test
  void answerForAnotherSession_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(LENGTHENED, "session", "phone")))
        .first()
        .extracting(Violation::expected)
        .isEqualTo("owner=" + LAPTOP);
  }

  @ParameterizedTest
  @CsvSource({"1, 11000", "7, 13000", "8, 7000", "9, 12000", "12, 13000"})
  void endOfABoundLock_isThatOfItsSessionOrItsOwn(int place, int expiresAt) {
    assertThat(List.of(GRANTED, RENEWED, 8, 9, GRANTED_LATER)).contains(place);
    assertThat(verify(Damage.of(HISTORY).set(place, "expiresAt", expiresAt + 1)))
        .extracting(Violation::expected)
        .contains("expiresAt=" + expiresAt);
  }

  @Test
  void boundLockWithoutASession_isNamed() {
    assertThat(verify(Damage.of(HISTORY).grantInstead(REFUSED)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("a session that is alive, or rejected NO_SESSION", "none is"));
  }

  @Test
  void refusalThoughTheSessionIsAlive_isNamed() {
    Damage damage = Damage.of(HISTORY).refuseInstead(GRANTED_LATER, RejectReason.NO_SESSION);

    assertThat(verify(damage))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("no such refusal: the session is alive until 13000", "rejected NO_SESSION"));
  }

  @Test
  void refusalOfALockThatIsNotBound_isNamed() {
    int last = RELEASED + 1;
    Damage damage = Damage.of(HISTORY).refuseInstead(last, RejectReason.NO_SESSION);

    assertThat(verify(damage))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("NO_SESSION to bound requests only", "it is not bound"));
  }

  /** Only a command that begins a session may be refused. */
  @Test
  void refusalToLengthenASession_isNamed() {
    Damage damage = Damage.of(HISTORY);
    for (String field :
        List.of("subAccount", "session", "leaseMs", "beganAt", "expiresAt", "cutLeaseMs")) {
      damage = damage.without(LENGTHENED, field);
    }
    damage =
        damage
            .set(LENGTHENED, "type", "rejected")
            .header(LENGTHENED, "type", "rejected")
            .set(LENGTHENED, "reason", "LIMIT_EXCEEDED")
            .set(LENGTHENED, "message", RejectReason.LIMIT_EXCEEDED.message())
            .set(LENGTHENED, "limit", Setting.LOCKS_PER_ACCOUNT.text());

    assertThat(verify(damage))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("no such refusal: the session is alive until 11000", "rejected LIMIT_EXCEEDED"));
  }

  /** The record ends both sessions, that of the phone first, and begins that of the laptop anew. */
  private static final RandomHistory TWO =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 1_000, keepAlive("k1", LAPTOP, 10_000));
            recorder.append(1, 1_000, keepAlive("k2", PHONE, 9_000));
            recorder.append(2, 1_000, bound("a", LAPTOP, 0, 0));
            recorder.append(3, 1_000, bound("p", PHONE, 0, 0));
            recorder.append(4, 12_000, keepAlive("k3", LAPTOP, 10_000));
            recorder.append(5, 12_000, bound("c", LAPTOP, 0, 0));
            recorder.append(6, 13_000, new Tick());
            recorder.append(7, 13_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
          });

  @Test
  void recordThatEndsTwoSessionsAndBeginsOne_isClean() {
    assertThat(Damage.verdict(TWO, 4)).isEqualTo("released SESSION_ENDED");
    assertThat(Damage.verdict(TWO, 5)).isEqualTo("released SESSION_ENDED");
    assertThat(Damage.verdict(TWO, 6)).isEqualTo("keptAlive");
    assertClean(TWO);
  }

  @Test
  void sessionThatEndsBeforeAnEarlierOne_isNamed() {
    Damage swapped = Damage.of(TWO).swap(4).set(4, "seq", 5).set(5, "seq", 6);

    assertThat(verify(TWO, swapped, EVENTS))
        .extracting(Violation::found)
        .containsExactly("phone of ann behind that of session laptop of ann");
  }

  @Test
  void lockThatLivesOnIntoTheNextSession_isNamedAtItsBeginning() {
    Damage damage = Damage.of(TWO).omitWithTokens(5);

    assertThat(verify(TWO, damage, EVENTS))
        .first()
        .extracting(Violation::topic, Violation::offset, Violation::expected)
        .containsExactly(
            Topic.EVENTS, damage.offsetAt(5), "the end of lockId=a at 11000 with its session");
  }

  /** Kept alive for so long that the lock is told again. */
  private static final RandomHistory TOLD =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 1_000, keepAlive("k1", LAPTOP, 600_000));
            recorder.append(1, 3_000, bound("a", LAPTOP, 0, 0));
            recorder.append(2, 310_000, new Tick());
            recorder.append(3, 320_000, keepAlive("k2", LAPTOP, 600_000));
            recorder.append(4, 610_000, new Tick());
            recorder.append(5, 920_000, new Tick());
            recorder.append(6, 930_000, new Tick());
            recorder.append(7, 930_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
          });

  @Test
  void boundLock_isToldAgainUntilItsSessionEnds() {
    assertThat(Damage.places(TOLD, event -> Damage.is(event, "told", null))).containsExactly(2, 4);
    assertThat(Damage.verdict(TOLD, 5)).isEqualTo("released SESSION_ENDED");
    assertClean(TOLD);
  }

  @Test
  void tellingLeftOut_isNamed() {
    assertThat(verify(TOLD, Damage.of(TOLD).omit(4), EVENTS))
        .first()
        .extracting(Violation::expected)
        .isEqualTo("lockId=a told again at 610000");
  }

  @Test
  void otherEndToldAgain_isNamed() {
    assertThat(verify(TOLD, Damage.of(TOLD).set(4, "expiresAt", 601_000), EVENTS))
        .extracting(Violation::expected)
        .containsExactly("expiresAt=920000");
  }

  /** In one silence the lock was to be told again, then one session ended, then the lock's own. */
  @Test
  void lockThatWasToBeToldAgainBefore_endsInThatPlace() {
    RandomHistory silence =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 1_000, keepAlive("k1", LAPTOP, 600_000));
              recorder.append(1, 1_000, keepAlive("k2", PHONE, 400_000));
              recorder.append(2, 1_000, bound("a", LAPTOP, 0, 0));
              recorder.append(3, 200_000, bound("p", PHONE, 0, 0));
              recorder.append(4, 700_000, new Tick());
              recorder.append(5, 700_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
            });

    assertThat(List.of(lockIdAt(silence, 4), lockIdAt(silence, 5))).containsExactly("a", "p");
    assertClean(silence);
  }

  private static String lockIdAt(RandomHistory history, int place) {
    return Damage.json(history.events().get(place)).path("lockId").asString();
  }

  /** Its longest time would end it at 13,500; the record comes after both. */
  @Test
  void expiryAfterTheEndOfTheSession_isNamed() {
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(0, 3_000, keepAlive("k1", LAPTOP, 10_000));
              recorder.append(1, 3_500, bound("q", LAPTOP, 0, 10_000));
              recorder.append(2, 14_000, new Tick());
              recorder.append(3, 14_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
            });
    assertThat(Damage.verdict(history, 2)).isEqualTo("released SESSION_ENDED");
    assertClean(history);

    assertThat(verify(history, Damage.of(history).set(2, "reason", "EXPIRED"), EVENTS))
        .extracting(Violation::expected)
        .containsExactly("released SESSION_ENDED: its session ended at 13000");
  }

  /** A request that waits is refused when its session ends, before the record that withdraws it. */
  @Test
  void withdrawalAtTheEndOfTheSession_isNamed() {
    RandomHistory alive = withdrawnAt(10_999);
    RandomHistory ended = withdrawnAt(11_000);
    assertThat(Damage.verdict(alive, 3)).isEqualTo("released CANCELLED");
    assertThat(Damage.verdict(ended, 3)).isEqualTo("rejected NO_SESSION");
    assertClean(alive);
    assertClean(ended);

    assertThat(verify(ended, Damage.of(alive).set(3, "at", 11_000), EVENTS))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("its end by time at 11000", "at=11000"));
  }

  private static RandomHistory withdrawnAt(long at) {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 1_000, keepAlive("k1", LAPTOP, 10_000));
          recorder.append(1, 1_000, Requests.upload("b", BOB, "/b", 60_000, 0, 0));
          recorder.append(2, 1_000, Requests.upload("w", LAPTOP, "/b", 0, 60_000, 0));
          recorder.append(3, at, new Release("s", "acme", LAPTOP, null, "w", WorkOutcome.DONE));
        });
  }

  /** Events after the grant tell what the settings left of the longest time then. */
  @Test
  void cutThatIsToldOtherwise_isNamed() {
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(
                  0, 1_000, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 500_000));
              recorder.append(1, 1_000, keepAlive("k1", LAPTOP, 600_000));
              recorder.append(2, 1_000, bound("a", LAPTOP, 0, 0));
              recorder.append(3, 1_000, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 0));
              recorder.append(4, 2_000, bound("a", LAPTOP, 0, 0));
              recorder.append(5, 3_000, new Renew("r", "acme", LAPTOP, null, "a", null));
              recorder.append(6, 310_000, new Tick());
              recorder.append(7, 501_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
            });
    assertThat(Damage.places(history, event -> event.has("cutMaxHoldMs")))
        .containsExactly(1, 2, 3, 4);
    assertThat(Damage.verdict(history, 5)).isEqualTo("released EXPIRED");
    assertClean(history);

    for (int place = 1; place <= 4; place++) {
      assertThat(verify(history, Damage.of(history).set(place, "cutMaxHoldMs", 400_000), EVENTS))
          .extracting(Violation::expected)
          .contains("cutMaxHoldMs=500000");
    }
  }

  /** A session counts as a lock; the rules of limits are the model's. */
  @Test
  void lockBesideASessionThatIsAllThatIsAllowed_isNamedByTheModel() {
    RandomHistory full =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(
                  0, 1_000, SettingsChange.NOTHING.with(Setting.LOCKS_PER_SUB_ACCOUNT, 1));
              recorder.append(1, 1_000, keepAlive("k1", LAPTOP, 10_000));
              recorder.append(2, 1_000, bound("a", LAPTOP, 0, 0));
              recorder.append(3, 1_000, keepAlive("k2", PHONE, 10_000));
              recorder.append(4, 2_000, keepAlive("k3", LAPTOP, 10_000));
              recorder.append(5, 3_000, new Tick());
            });
    assertThat(Damage.verdict(full, 1)).isEqualTo("rejected LIMIT_EXCEEDED");
    assertThat(Damage.verdict(full, 2)).isEqualTo("rejected LIMIT_EXCEEDED");
    assertThat(Damage.verdict(full, 3)).isEqualTo("keptAlive");
    assertClean(full);

    assertThat(verify(full, Damage.of(full).grantInstead(1), EnumSet.of(Check.MODEL)))
        .first()
        .extracting(Violation::topic, Violation::offset)
        .containsExactly(Topic.EVENTS, Damage.offset(full, 1));
  }

  /** A session may be kept alive under a shorter lease than it asks for. */
  @Test
  void leaseThatTheSettingsCut_isJudged() {
    RandomHistory cut =
        RandomHistory.recorded(
            recorder -> {
              recorder.append(
                  0, 1_000, SettingsChange.NOTHING.with(Setting.LONGEST_LEASE_MS, 4_000));
              recorder.append(1, 1_000, keepAlive("k1", LAPTOP, 10_000));
              recorder.append(2, 2_000, bound("a", LAPTOP, 0, 0));
              recorder.append(3, 3_000, new Tick());
              recorder.append(4, 6_000, Requests.upload("z", BOB, "/z", 60_000, 0, 0));
            });
    assertClean(cut);

    assertThat(verify(cut, Damage.of(cut).set(0, "expiresAt", 11_000), EVENTS))
        .extracting(Violation::expected)
        .contains("expiresAt=5000");
    assertThat(verify(cut, Damage.of(cut).without(0, "cutLeaseMs"), EVENTS))
        .extracting(Violation::expected)
        .contains("cutLeaseMs=4000");
  }

  private static void assertClean(RandomHistory history) {
    PartitionVerdict verdict = Verification.of(history.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  private static List<Violation> verify(Damage damage) {
    return verify(HISTORY, damage, EVENTS);
  }

  private static List<Violation> verify(RandomHistory history, Damage damage, Set<Check> checks) {
    return Verification.of(history.withEvents(damage.events()), Scope.ALL, checks, step -> {})
        .violations();
  }
}
