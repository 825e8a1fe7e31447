package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.schema.Topic;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Damages a recorded history in every way, and expects each damage to be named at its place. A run
 * tries some damages of every kind, others each time; {@link EveryDamageTest} tries them all.
 */
@Tag("slow")
class DamageTest {
  private static final RandomHistory HISTORY = historyWithRareEvents();
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final int PLACES = 5;
  private static final int LEAST = 3;
  private static final int EACH_FEW = 8;

  /** Places in a history of which retention has removed the beginning: that, and one far behind. */
  private static final int CUT = 300;

  private static final int LATE = 700;
  private static final long SEED = Seeds.fresh();

  private final int offset = new Random(SEED).nextInt(EACH_FEW);
  private int number;

  /** Says whether the next damage is tried. */
  boolean isTried() {
    int next = number++;
    return next == 0 || next % EACH_FEW == offset;
  }

  @TestFactory
  Stream<DynamicTest> eventDropped_isNamedAtTheNext() {
    return places(event -> true)
        .flatMap(
            place ->
                checks(
                    "drop " + place,
                    EVENTS,
                    Damage.of(HISTORY).drop(place),
                    Damage.offset(HISTORY, place + 1)));
  }

  @TestFactory
  Stream<DynamicTest> eventDuplicated_isNamedAtTheCopy() {
    return places(event -> true)
        .flatMap(
            place -> {
              Damage damage = Damage.of(HISTORY).duplicate(place);
              return checks("duplicate " + place, EVENTS, damage, damage.offsetAt(place + 1));
            });
  }

  @TestFactory
  Stream<DynamicTest> eventsSwapped_areNamedAtTheFirst() {
    return places(event -> true)
        .flatMap(
            place -> {
              Damage damage = Damage.of(HISTORY).swap(place);
              return checks("swap " + place, EVENTS, damage, damage.offsetAt(place));
            });
  }

  /** Alters every field that any kind of event has, one after the other. */
  @TestFactory
  Stream<DynamicTest> fieldAltered_isNamedAtItsEvent() {
    return Damage.fields(HISTORY).stream()
        .flatMap(
            field ->
                Damage.placesWith(HISTORY, field, 1).stream()
                    .flatMap(
                        place ->
                            checks(
                                field + " of " + Damage.verdict(HISTORY, place) + " at " + place,
                                Damage.ONLY_BY_MODEL.test(HISTORY, place, field)
                                    ? Set.of()
                                    : EVENTS,
                                Damage.of(HISTORY).alter(place, field),
                                Damage.offset(HISTORY, place))));
  }

  @TestFactory
  Stream<DynamicTest> headerAltered_isNamedAtItsEvent() {
    return Stream.of("type", "lockId", "replyTo", "lockReplyTo", "repeated", "repeatMs")
        .flatMap(
            name -> {
              int place = Damage.placeWithHeader(HISTORY, name);
              boolean unknown = name.equals("lockReplyTo") && Damage.isRepeated(HISTORY, place);
              return checks(
                  "header " + name,
                  unknown ? Set.of() : EVENTS,
                  Damage.of(HISTORY).alterHeader(place, name),
                  Damage.offset(HISTORY, place));
            });
  }

  /** The right window follows from the settings, which only the model knows. */
  @TestFactory
  Stream<DynamicTest> anotherRepeatWindow_isNamedByTheModel() {
    int place = Damage.placeWithHeader(HISTORY, "repeatMs");
    return checks(
        "header repeatMs",
        Set.of(),
        Damage.of(HISTORY).header(place, "repeatMs", "1"),
        Damage.offset(HISTORY, place));
  }

  @TestFactory
  Stream<DynamicTest> key_mustBeTheAccount() {
    return places(event -> true)
        .limit(1)
        .flatMap(
            place ->
                checks(
                    "key",
                    EVENTS,
                    Damage.of(HISTORY).alterKey(place),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> conflictingRequestGranted_isNamed() {
    return grantedInsteadOf("CONFLICT", "double grant ");
  }

  @TestFactory
  Stream<DynamicTest> frozenRequestGranted_isNamed() {
    return grantedInsteadOf("FROZEN", "grant beside a freeze ");
  }

  @TestFactory
  Stream<DynamicTest> requestGrantedInAClosedAccount_isNamed() {
    return grantedInsteadOf("ACCOUNT_CLOSED", "grant in a closed account ");
  }

  @TestFactory
  Stream<DynamicTest> strayRequestGranted_isNamed() {
    return grantedInsteadOf("WRONG_PARTITION", "grant of a stray ");
  }

  /** It is named without what was told before, whether that is known or not. */
  @TestFactory
  Stream<DynamicTest> strayRequestGrantedInACutLog_isNamed() {
    return places(event -> isStrayRequest(event) && event.path("seq").asLong() > LATE)
        .map(
            place ->
                DynamicTest.dynamicTest(
                    "grant of a stray in a cut log " + place,
                    () -> {
                      List<AuditRecord> damaged = Damage.of(HISTORY).grantInstead(place).events();
                      PartitionVerdict verdict =
                          Verification.of(
                              CutHistoryTest.cut(
                                  HISTORY.commands().subList(CUT, HISTORY.commands().size()),
                                  damaged.subList(CUT, damaged.size())),
                              Scope.ALL,
                              EVENTS,
                              step -> {});
                      assertThat(verdict.violations())
                          .first()
                          .extracting(Violation::offset)
                          .isEqualTo(Damage.offset(HISTORY, place));
                    }));
  }

  private static boolean isStrayRequest(ObjectNode event) {
    return Damage.is(event, "rejected", "WRONG_PARTITION") && event.has("operation");
  }

  private Stream<DynamicTest> grantedInsteadOf(String reason, String name) {
    return places(event -> Damage.is(event, "rejected", reason) && event.has("operation"))
        .flatMap(
            place ->
                checks(
                    name + place,
                    EVENTS,
                    Damage.of(HISTORY).grantInstead(place),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> tokenReused_isNamed() {
    return places(event -> Damage.is(event, "granted", null))
        .filter(place -> place > 100)
        .flatMap(
            place ->
                checks(
                    "token " + place,
                    EVENTS,
                    Damage.of(HISTORY).set(place, "token", 7),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> waiterGrantedAtItsDeadline_isNamed() {
    return places(event -> Damage.is(event, "rejected", "WAIT_TIMEOUT"))
        .flatMap(
            place ->
                checks(
                    "late grant " + place,
                    EVENTS,
                    Damage.of(HISTORY).grantInstead(place),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> lockExpiredEarly_isNamed() {
    return places(event -> Damage.is(event, "released", "RELEASED"))
        .flatMap(
            place ->
                checks(
                    "early expiry " + place,
                    EVENTS,
                    Damage.of(HISTORY).set(place, "reason", "EXPIRED"),
                    Damage.offset(HISTORY, place)));
  }

  /** All later numbers and tokens are moved up, so no gap reveals the damage. */
  @TestFactory
  Stream<DynamicTest> endOfReplacedLockMissing_isNamedAtTheGrant() {
    return places(DamageTest::isReplaced)
        .flatMap(
            place -> {
              Damage damage = Damage.of(HISTORY).omitWithTokens(place);
              return checks("no end " + place, EVENTS, damage, damage.offsetAt(place));
            });
  }

  @TestFactory
  Stream<DynamicTest> lockReplacedForAnother_isNamed() {
    return places(DamageTest::isReplaced)
        .flatMap(
            place ->
                checks(
                    "replaced by " + place,
                    EVENTS,
                    Damage.of(HISTORY).alter(place, "replacedBy"),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> holderAskedByAWaiterForAnotherEnd_isNamed() {
    return places(DamageTest::isAskedByAWaiter)
        .flatMap(
            place ->
                checks(
                    "asked " + place,
                    EVENTS,
                    Damage.of(HISTORY).alter(place, "endsAt"),
                    Damage.offset(HISTORY, place)));
  }

  /** All later numbers and tokens are moved up, so no gap reveals the damage. */
  @TestFactory
  Stream<DynamicTest> endMissingBeforeTheAnswerThatCountsIt_isNamedAtTheAnswer() {
    return Damage.places(HISTORY, DamageTest::isAnswerToAll).stream()
        .flatMap(
            place -> {
              Damage damage = Damage.of(HISTORY).omitWithTokens(place - 1);
              return checks("not counted " + place, EVENTS, damage, damage.offsetAt(place - 1));
            });
  }

  @TestFactory
  Stream<DynamicTest> lockThatEndedWithItsSessionReleasedOtherwise_isNamed() {
    return places(DamageTest::isEndWithASession)
        .flatMap(
            place ->
                checks(
                    "session " + place,
                    EVENTS,
                    Damage.of(HISTORY).set(place, "reason", "EXPIRED"),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> boundLockWithoutASession_isNamed() {
    return places(DamageTest::isWithoutASession)
        .flatMap(
            place ->
                checks(
                    "no session " + place,
                    EVENTS,
                    Damage.of(HISTORY).grantInstead(place),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> leaseLongerThanTheSettingsLeave_isNamed() {
    return places(DamageTest::isCut)
        .flatMap(
            place ->
                checks(
                    "cut " + place,
                    EVENTS,
                    Damage.of(HISTORY).alter(place, "expiresAt"),
                    Damage.offset(HISTORY, place)));
  }

  @TestFactory
  Stream<DynamicTest> foreignAccount_isNamed() {
    return places(event -> true)
        .flatMap(
            place ->
                checks(
                    "account " + place,
                    EVENTS,
                    Damage.of(HISTORY).foreignAccount(place),
                    Damage.offset(HISTORY, place)));
  }

  /** All later numbers are moved up, so no gap reveals the damage. */
  @TestFactory
  Stream<DynamicTest> answerMissing_isNamedAtTheCommand() {
    return Damage.answersBeforeTheFirstGrant(HISTORY)
        .flatMap(
            place ->
                Stream.of(BOTH, EVENTS)
                    .filter(checks -> isTried())
                    .map(
                        checks ->
                            DynamicTest.dynamicTest(
                                "answer " + place + " " + checks,
                                () -> {
                                  PartitionVerdict verdict =
                                      verify(Damage.of(HISTORY).omit(place), checks);
                                  assertThat(verdict.violations().get(0))
                                      .extracting(Violation::topic, Violation::offset)
                                      .containsExactly(
                                          Topic.COMMANDS, Damage.causeOf(HISTORY, place));
                                })));
  }

  @Test
  void eventOfNoCommand_isNamed() {
    int place = Damage.places(HISTORY, event -> true).get(50);
    Damage damage = Damage.of(HISTORY).invent(place);
    for (Set<Check> checks : List.of(BOTH, EVENTS)) {
      assertThat(verify(damage, checks).violations())
          .extracting(Violation::offset)
          .contains(damage.offsetAt(place + 1));
    }
  }

  /** The first one with some of each kind that is rare. */
  private static RandomHistory historyWithRareEvents() {
    return Stream.iterate(1, seed -> seed + 1)
        .map(seed -> RandomHistory.of(seed, 1_500))
        .filter(history -> Damage.places(history, DamageTest::isReplaced).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isFrozen).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isClosedOut).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isAskedByAWaiter).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isCut).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isAnswerToAll).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isEndWithASession).size() >= LEAST)
        .filter(history -> Damage.places(history, DamageTest::isWithoutASession).size() >= LEAST)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isClosedOut(ObjectNode event) {
    return Damage.is(event, "rejected", "ACCOUNT_CLOSED") && event.has("operation");
  }

  private static boolean isFrozen(ObjectNode event) {
    return Damage.is(event, "rejected", "FROZEN");
  }

  private static boolean isAskedByAWaiter(ObjectNode event) {
    return Damage.is(event, "yieldRequested", null)
        && event.path("commandId").equals(event.path("lockId"));
  }

  private static boolean isCut(ObjectNode event) {
    return Damage.is(event, "granted", null) && event.has("cutLeaseMs");
  }

  /** Says whether it counts a held lock, whose end stands right before. */
  private static boolean isAnswerToAll(ObjectNode event) {
    return Damage.is(event, "releasedAll", null) && event.path("released").asInt() > 0;
  }

  private static boolean isEndWithASession(ObjectNode event) {
    return Damage.is(event, "released", "SESSION_ENDED");
  }

  private static boolean isWithoutASession(ObjectNode event) {
    return Damage.is(event, "rejected", "NO_SESSION");
  }

  private static boolean isReplaced(ObjectNode event) {
    return Damage.is(event, "released", "REPLACED");
  }

  private static Stream<Integer> places(Predicate<ObjectNode> wanted) {
    List<Integer> all = Damage.places(HISTORY, wanted);
    assertThat(all).hasSizeGreaterThanOrEqualTo(LEAST);
    int step = Math.max(1, all.size() / PLACES);
    return Stream.iterate(step - 1, i -> i < all.size() - 1, i -> i + step).map(all::get);
  }

  /** Runs both checks, the model alone, and the events alone if they can tell. */
  private Stream<DynamicTest> checks(
      String name, Set<Check> alsoAlone, Damage damage, long offset) {
    return Stream.of(BOTH, EnumSet.of(Check.MODEL), alsoAlone)
        .filter(checks -> !checks.isEmpty() && isTried())
        .map(
            checks ->
                DynamicTest.dynamicTest(
                    name + " " + checks,
                    () -> {
                      PartitionVerdict verdict = verify(damage, checks);
                      assertThat(verdict.verdict()).isEqualTo(Verdict.VIOLATION);
                      assertThat(verdict.violations())
                          .as("first of %d violations", verdict.violationCount())
                          .first()
                          .extracting(Violation::topic, Violation::partition, Violation::offset)
                          .containsExactly(Topic.EVENTS, 1, offset);
                    }));
  }

  private static PartitionVerdict verify(Damage damage, Set<Check> checks) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, checks, step -> {});
  }
}
