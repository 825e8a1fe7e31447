package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Requests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of a command that ends all of a session or of a member. */
class ReleaseAllTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final Owner LAPTOP = new Owner("ann", "laptop");
  private static final Owner PHONE = new Owner("ann", "phone");
  private static final Owner BOB = new Owner("bob", null);

  /** Places of events: a cancellation, an end and the answer, of the session; and of the member. */
  private static final int CANCELLED = 5;

  private static final int RELEASED = 6;
  private static final int ANSWER = 7;
  private static final int LAST_ANSWER = 10;

  private static final RandomHistory HISTORY = history();

  private static RandomHistory history() {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 1_000, acquire("a", LAPTOP, "/a", 0));
          recorder.append(1, 1_000, acquire("b", BOB, "/b", 0));
          recorder.append(2, 1_000, acquire("p", PHONE, "/p", 0));
          recorder.append(3, 2_000, acquire("w", LAPTOP, "/b", 60_000));
          recorder.append(4, 2_000, acquire("x", BOB, "/a", 60_000));
          recorder.append(5, 3_000, new ReleaseAll("r", "acme", LAPTOP, "gw"));
          recorder.append(6, 4_000, new ReleaseAll("s", "acme", new Owner("ann", null), null));
          recorder.append(7, 5_000, new Release("t", "acme", BOB, null, "b", WorkOutcome.DONE));
          recorder.append(8, 5_000, acquire("z", BOB, "/z", 0));
        });
  }

  private static Acquire acquire(String id, Owner owner, String where, long waitMs) {
    return Requests.upload(id, owner, where, /* leaseMs= */ 30_000, waitMs, /* maxHoldMs= */ 0);
  }

  @Test
  void endsOfASessionAndThenOfItsMember_areClean() {
    assertThat(Damage.verdict(HISTORY, CANCELLED)).isEqualTo("released CANCELLED");
    assertThat(Damage.verdict(HISTORY, RELEASED)).isEqualTo("released RELEASED");
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "releasedAll", null)))
        .containsExactly(ANSWER, LAST_ANSWER);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void lockThatIsLeft_isNamed() {
    assertThat(verify(Damage.of(HISTORY).omitWithTokens(RELEASED)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("released=0", "released=1"),
            tuple("the end of lockId=a, or more=true", "it lives on"));
  }

  @Test
  void requestThatIsLeft_isNamed() {
    assertThat(verify(Damage.of(HISTORY).omitWithTokens(CANCELLED)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("cancelled=0", "cancelled=1"),
            tuple("the end of lockId=w, or more=true", "it lives on"));
  }

  @ParameterizedTest
  @CsvSource({"released, released=1", "cancelled, cancelled=1"})
  void wrongNumber_isNamed(String field, String expected) {
    assertThat(verify(Damage.of(HISTORY).set(ANSWER, field, 5)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple(expected, field + "=5"));
  }

  @Test
  void answerForAnotherOwner_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(ANSWER, "session", "phone")))
        .extracting(Violation::expected)
        .contains("owner=" + LAPTOP, "the end of lockId=p, or more=true");
  }

  /** The lock of the phone tells its end amid those of the laptop. */
  @Test
  void endOfAnotherOwnersLock_isNamed() {
    int phones = 2;
    Damage damage = Damage.of(HISTORY).endInstead(RELEASED, phones);

    assertThat(verify(damage))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple(
                "a release of it, or of all of its owner",
                "released RELEASED by ReleaseAll commandId=r"));
  }

  /** These are there if an operator ended it, or its owner told how its work went. */
  @ParameterizedTest
  @ValueSource(strings = {"by", "comment", "result"})
  void endThatTellsMore_isNamed(String field) {
    assertThat(verify(Damage.of(HISTORY).set(RELEASED, field, "ops")))
        .extracting(Violation::expected)
        .isNotEmpty()
        .allMatch(expected -> expected.startsWith(field) || expected.startsWith("outcome"));
  }

  /** So no end grants a request that is to end too, and the answer counts all. */
  @ParameterizedTest
  @CsvSource({
    "5, released CANCELLED behind the end of a lock",
    "6, released RELEASED behind releasedAll"
  })
  void endOutOfItsPlace_isNamed(int place, String found) {
    assertThat(verify(swapped(place)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("ends of requests, then of locks, then releasedAll", found));
  }

  @Test
  void grantBeforeTheAnswer_isNamed() {
    assertThat(verify(swapped(ANSWER)))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("nothing between the first end and releasedAll", "granted"));
  }

  /** The two events change places; their numbers stay in order. */
  private static Damage swapped(int place) {
    return Damage.of(HISTORY)
        .swap(place)
        .set(place, "seq", place + 1)
        .set(place + 1, "seq", place + 2);
  }

  /** More is left only if as many ended as one command may end. */
  @Test
  void moreWithoutAThousandEnds_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(ANSWER, "more", true)))
        .extracting(Violation::expected, Violation::found)
        .contains(
            tuple("1000 ends", "2 ends"), tuple("more=true only if a lock is left", "none is"));
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
