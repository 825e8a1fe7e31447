package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Requests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of the places that refusals tell, where a folder was moved while they waited. */
class MovedTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final Owner MOVER = new Owner("mover", null);

  /** Places of events: those below the moved folder, of a failed work, of a deletion. */
  private static final int BELOW = 5;

  private static final int AT = 6;
  private static final int OF_TWO_PATHS = 7;
  private static final int FAILED = 11;
  private static final int DELETED = 15;

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            recorder.append(
                0,
                500,
                SettingsChange.NOTHING
                    .with(Setting.PARTITIONS, 11)
                    .with(Setting.NAMES_WITHOUT_CASE, 1));
            recorder.append(1, 1_000, acquire("m", MOVER, Operation.MOVE, "/Docs/A", "/old/a"));
            recorder.append(2, 1_001, waiter("b", Operation.UPLOAD, "/docs/a/Plan", null));
            recorder.append(3, 1_002, waiter("c", Operation.DELETE, "/DOCS/a", null));
            recorder.append(4, 1_003, waiter("d", Operation.RENAME, "/docs/a/x", "/else"));
            recorder.append(5, 2_000, release("m", WorkOutcome.GONE));
            recorder.append(6, 3_000, acquire("n", MOVER, Operation.RENAME, "/q", "/r"));
            recorder.append(7, 3_001, waiter("e", Operation.UPLOAD, "/q/x", null));
            recorder.append(8, 4_000, release("n", new WorkOutcome(true, true, null)));
            recorder.append(9, 5_000, acquire("o", MOVER, Operation.DELETE, "/s", null));
            recorder.append(10, 5_001, waiter("f", Operation.UPLOAD, "/s/x", null));
            recorder.append(11, 6_000, release("o", WorkOutcome.GONE));
            recorder.append(12, 7_000, waiter("b", Operation.UPLOAD, "/docs/a/Plan", null));
            recorder.append(13, 8_000, new Tick());
          });

  private static Release release(String lockId, WorkOutcome outcome) {
    return new Release("r" + lockId, "acme", MOVER, null, lockId, outcome);
  }

  private static Acquire waiter(
      String id, Operation operation, String path, @Nullable String destination) {
    return acquire(id, new Owner(id, null), operation, path, destination);
  }

  private static Acquire acquire(
      String id, Owner owner, Operation operation, String path, @Nullable String destination) {
    return Requests.from(id, owner, operation, path, destination, /* waitMs= */ 60_000);
  }

  @Test
  void placesThatAreTold_areClean() {
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(
            Damage.places(HISTORY, event -> event.path("reason").asString("").equals("PATH_GONE")))
        .startsWith(BELOW, AT, OF_TWO_PATHS, FAILED);
    assertThat(told(BELOW)).isEqualTo("/old/a/Plan");
    assertThat(told(AT)).isEqualTo("/old/a");
    assertThat(told(OF_TWO_PATHS)).isEmpty();
    assertThat(told(FAILED)).isEmpty();
    assertThat(told(DELETED)).isEmpty();
  }

  private static String told(int place) {
    return Damage.json(HISTORY.events().get(place)).path("movedTo").asString("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/old/a/plan", "/old/a", "/old/a/Plan/x", "/docs/a/Plan"})
  void anotherPlace_isNamed(String wrong) {
    assertThat(verify(Damage.of(HISTORY).set(BELOW, "movedTo", wrong)))
        .extracting(Violation::expected)
        .containsExactly("movedTo=/old/a/Plan");
  }

  @Test
  void missingPlace_isNamed() {
    assertThat(verify(Damage.of(HISTORY).without(AT, "movedTo")))
        .extracting(Violation::expected)
        .containsExactly("movedTo=/old/a");
  }

  /** Two paths, a work that failed, a deletion, and an end that is told again. */
  @ParameterizedTest
  @ValueSource(ints = {OF_TWO_PATHS, FAILED, DELETED, DELETED + 1})
  void placeThatNobodyKnows_isNamed(int place) {
    assertThat(verify(Damage.of(HISTORY).set(place, "movedTo", "/old/a/x")))
        .extracting(Violation::expected)
        .contains("movedTo=null");
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
