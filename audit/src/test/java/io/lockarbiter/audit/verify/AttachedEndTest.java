package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of the end that answers about a bound lock tell, because a request attached it. */
class AttachedEndTest {
  private static final Owner LAPTOP = new Owner("ann", "laptop");
  private static final Owner BOB = new Owner("bob", null);

  /** The first command and the first event after the requests. */
  private static final int AFTER = 5;

  /** Places of events; the end of both locks is at 602,000. */
  private static final int GRANTED = 1;

  private static final int GRANTED_AGAIN = 5;
  private static final int RENEWED = 6;
  private static final int OTHER_RENEWED = 7;
  private static final int TOLD = 9;
  private static final int ENDED = 10;

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(0, 1_000, new KeepAlive("k", "acme", LAPTOP, "gw", 10_000));
            recorder.append(1, 1_000, acquire("a", LockFields.BOUND_LEASE_MS));
            recorder.append(2, 1_000, acquire("b", 60_000));
            recorder.append(3, 2_000, new Yield("y", "acme", BOB, null, "a", 600_000L, null));
            recorder.append(4, 2_000, new Yield("z", "acme", BOB, null, "b", 600_000L, null));
            recorder.append(5, 3_000, acquire("a", LockFields.BOUND_LEASE_MS));
            recorder.append(6, 4_000, new Renew("r", "acme", LAPTOP, null, "a", null));
            recorder.append(7, 4_000, new Renew("s", "acme", LAPTOP, null, "b", 600_000L));
            recorder.append(8, 5_000, new KeepAlive("l", "acme", LAPTOP, "gw", 600_000));
            recorder.append(9, 320_000, new Tick());
            recorder.append(10, 602_000, new Tick());
          });

  private static Acquire acquire(String id, long leaseMs) {
    LockPath path = LockPath.of("/" + id);
    return new Acquire(
        "acme",
        "gw",
        new LockFields(
            id,
            LAPTOP,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            leaseMs,
            0,
            0,
            List.of(),
            null,
            new TreeMap<>()));
  }

  @ParameterizedTest
  @EnumSource(Check.class)
  void attachedEndThatIsTold_isClean(Check check) {
    for (int place : List.of(GRANTED_AGAIN, RENEWED, TOLD)) {
      assertThat(Damage.json(HISTORY.events().get(place)).path("endsAt").asLong())
          .isEqualTo(602_000);
    }
    assertThat(Damage.verdict(HISTORY, ENDED)).isEqualTo("released FORCED");
    assertThat(Verification.of(HISTORY.whole(), Scope.ALL, EnumSet.of(check), step -> {}))
        .extracting(PartitionVerdict::verdict)
        .isEqualTo(Verdict.CLEAN);
  }

  @ParameterizedTest
  @CsvSource({
    GRANTED + ", null",
    GRANTED_AGAIN + ", 602000",
    RENEWED + ", 602000",
    OTHER_RENEWED + ", null",
    TOLD + ", 602000"
  })
  void anotherEndThanTheAttachedOne_isNamed(int place, String expected) {
    assertThat(
            verify(HISTORY.withEvents(Damage.of(HISTORY).set(place, "endsAt", 602_001).events())))
        .first()
        .satisfies(
            violation -> {
              assertThat(violation.offset()).isEqualTo(Damage.offset(HISTORY, place));
              assertThat(violation.expected()).isEqualTo("endsAt=" + expected);
              assertThat(violation.found()).isEqualTo("endsAt=602001");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {GRANTED_AGAIN, RENEWED, TOLD})
  void attachedEndThatIsNotTold_isNamed(int place) {
    assertThat(verify(HISTORY.withEvents(Damage.of(HISTORY).without(place, "endsAt").events())))
        .extracting(Violation::offset, Violation::expected, Violation::found)
        .containsExactly(tuple(Damage.offset(HISTORY, place), "endsAt=602000", "endsAt=null"));
  }

  /** Retention has left no request, so what is told first counts. */
  @Test
  void attachedEndWhoseRequestIsNotRetained_isComparedWithWhatWasToldBefore() {
    assertThat(verify(cut(Damage.of(HISTORY)))).isEmpty();
    assertThat(verify(cut(Damage.of(HISTORY).set(TOLD, "endsAt", 602_001))))
        .extracting(Violation::expected, Violation::found)
        .contains(tuple("endsAt=602000", "endsAt=602001"));
  }

  private static PartitionHistory cut(Damage damage) {
    return CutHistoryTest.cut(
        HISTORY.commands().subList(AFTER, HISTORY.commands().size()),
        damage.events().subList(AFTER, damage.events().size()));
  }

  private static List<Violation> verify(PartitionHistory history) {
    return Verification.of(history, Scope.ALL, EnumSet.of(Check.EVENTS), step -> {}).violations();
  }
}
