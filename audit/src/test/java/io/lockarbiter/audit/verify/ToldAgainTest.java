package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.schema.Topic;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit of a lock that is kept: it is told in time, as it is, and no more often. */
class ToldAgainTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final Owner OWNER = new Owner("ann", null);

  private static final RandomHistory HISTORY = history();

  /** Granted, told, renewed, told twice, and told once for a whole hour. */
  private static RandomHistory history() {
    return RandomHistory.recorded(
        recorder -> {
          recorder.append(0, 3_000, kept());
          recorder.append(1, 310_000, new Tick());
          recorder.append(2, 320_000, new Renew("n", "acme", OWNER, null, "k", null, null));
          recorder.append(3, 610_000, new Tick());
          recorder.append(4, 620_000, new Tick());
          recorder.append(5, 910_000, new Tick());
          recorder.append(6, 4_500_000, new Tick());
        });
  }

  private static Acquire kept() {
    LockPath path = LockPath.of("/docs/plan.docx");
    return new Acquire(
        "acme",
        "gw",
        new LockFields(
            "k",
            OWNER,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            604_800_000,
            0,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void everyTellingInTime_isClean() {
    assertThat(Damage.places(HISTORY, event -> Damage.is(event, "told", null))).hasSize(2);
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
  }

  @Test
  void tellingLeftOut_isNamedAtTheRecordThatShouldHaveToldIt() {
    assertThat(verify(Damage.of(HISTORY).omit(3)))
        .first()
        .satisfies(
            violation -> {
              assertThat(violation.topic()).isEqualTo(Topic.COMMANDS);
              assertThat(violation.offset()).isEqualTo(3);
              assertThat(violation.expected()).isEqualTo("lockId=k told again at 610000");
              assertThat(violation.found()).isEqualTo("not up to at=610000");
            });
  }

  @Test
  void tellingTooOften_isNamed() {
    assertThat(verify(Damage.of(HISTORY).duplicate(5).set(6, "seq", 7)))
        .extracting(Violation::expected)
        .containsExactly("no telling before 4510000");
  }

  @Test
  void otherEnd_isNamed() {
    assertThat(verify(Damage.of(HISTORY).set(1, "expiresAt", 604_803_001)))
        .extracting(Violation::expected)
        .containsExactly("expiresAt=604803000");
  }

  static Set<String> fields() {
    return Damage.fieldsAt(HISTORY, 1);
  }

  /** Random histories keep no lock for so long that it is told again. */
  @ParameterizedTest
  @MethodSource("fields")
  void fieldToldOtherwise_isNamedAtTheTelling(String field) {
    assertThat(verify(Damage.of(HISTORY).alter(1, field)))
        .first()
        .extracting(Violation::topic, Violation::offset)
        .containsExactly(Topic.EVENTS, Damage.offset(HISTORY, 1));
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
