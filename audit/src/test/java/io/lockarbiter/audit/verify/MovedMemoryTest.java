package io.lockarbiter.audit.verify;

import static io.lockarbiter.contracts.testing.MovedCommands.acquire;
import static io.lockarbiter.contracts.testing.MovedCommands.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of requests that say that their paths exist, where it is remembered which are gone. */
class MovedMemoryTest {
  private static final Set<Check> BOTH = EnumSet.allOf(Check.class);
  private static final Set<Check> EVENTS = EnumSet.of(Check.EVENTS);
  private static final WorkOutcome FAILED = new WorkOutcome(false, true, null);

  private static final SettingsChange REMEMBERING =
      SettingsChange.to(
          Settings.DEFAULT.with(Setting.PARTITIONS, 11).with(Setting.REMEMBERS_MOVES, 1));

  /** Places of events. */
  private static final int TOLD = 2;

  private static final int FOLLOWS = 3;
  private static final int IN_DOUBT = 6;
  private static final int NOW = 7;
  private static final int IN_A_NEW_FOLDER = 9;
  private static final int KNOWS_THE_OLD_ONE = 10;
  private static final int LEFT = 14;

  private static final RandomHistory HISTORY =
      RandomHistory.recorded(
          recorder -> {
            Log log = new Log(recorder);
            log.at(500).append(REMEMBERING);
            log.at(1_000).append(acquire("m", Operation.MOVE, "/docs", "/old", null));
            log.append(release("m", WorkOutcome.GONE));
            log.append(upload("a", "/docs/p", 0));
            log.append(upload("b", "/old/p", 2));
            log.append(acquire("c", Operation.DELETE, "/x", null, null));
            log.append(release("c", FAILED));
            log.append(upload("d", "/x/y", 1));
            log.append(upload("e", "/x/y", 0));
            log.append(acquire("f", Operation.UPLOAD, "/docs/n", null, null));
            log.append(upload("g", "/docs/q", 0));
            log.append(upload("h", "/docs/r", 1));
            log.append(acquire("i", Operation.DELETE, "/w", null, null));
            log.append(waiting(upload("j", "/w/1", 0)));
            log.append(release("i", WorkOutcome.GONE));
            log.append(acquire("k", Operation.MOVE, "/s", "/t", null));
            log.append(acquire("l", Operation.DOWNLOAD, "/t", null, null));
            log.append(waiting(upload("n", "/t/1", 1)));
            log.append(new Tick());
          });

  private static final class Log {
    private final HistoryRecorder recorder;
    private long offset;
    private long at;

    Log(HistoryRecorder recorder) {
      this.recorder = recorder;
    }

    Log at(long newAt) {
      at = newAt;
      return this;
    }

    void append(Command command) {
      recorder.append(offset++, at++, command);
    }
  }

  private static Acquire upload(String id, String path, long existing) {
    return acquire(id, Operation.UPLOAD, path, null, existing);
  }

  private static Acquire waiting(Acquire request) {
    LockFields lock = request.fields();
    return new Acquire(
        request.account(),
        null,
        new LockFields(
                lock.lockId(),
                lock.owner(),
                lock.operation(),
                lock.path(),
                lock.destination(),
                lock.targets(),
                lock.leaseMs(),
                60_000,
                List.of(),
                new TreeMap<>())
            .existing(lock.existing()));
  }

  @Test
  void wordsOfTheMemory_areClean() {
    PartitionVerdict verdict = Verification.of(HISTORY.whole(), Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(text(TOLD, "movedTo")).isEqualTo("/old/p");
    assertThat(text(TOLD, "movedSeq")).isEqualTo("2");
    for (int place : List.of(TOLD, IN_DOUBT, KNOWS_THE_OLD_ONE, LEFT)) {
      assertThat(text(place, "reason")).isEqualTo("PATH_GONE");
    }
    for (int place : List.of(FOLLOWS, NOW, IN_A_NEW_FOLDER)) {
      assertThat(text(place, "type")).isEqualTo("granted");
    }
  }

  private static String text(int place, String field) {
    return Damage.json(HISTORY.events().get(place)).path(field).asString("");
  }

  @ParameterizedTest
  @CsvSource({"movedTo, /old/q", "movedTo, /old", "movedTo, /docs/p"})
  void anotherPlace_isNamed(String field, String wrong) {
    assertThat(verify(Damage.of(HISTORY).set(TOLD, field, wrong)))
        .extracting(Violation::expected)
        .containsExactly("movedTo=/old/p");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anotherEventOfTheMove_isNamed(int wrong) {
    assertThat(verify(Damage.of(HISTORY).set(TOLD, "movedSeq", wrong)))
        .extracting(Violation::expected)
        .containsExactly("movedSeq=2");
  }

  @Test
  void missingPlace_isNamed() {
    assertThat(verify(Damage.of(HISTORY).without(TOLD, "movedTo").without(TOLD, "movedSeq")))
        .extracting(Violation::expected)
        .containsExactly("movedTo=/old/p", "movedSeq=2");
  }

  @ParameterizedTest
  @ValueSource(ints = {IN_DOUBT, KNOWS_THE_OLD_ONE, LEFT})
  void placeThatIsNotCertain_isNamed(int place) {
    assertThat(verify(Damage.of(HISTORY).set(place, "movedTo", "/old/z")))
        .extracting(Violation::expected)
        .contains("movedTo=null");
  }

  /** The folder would be made anew. */
  @ParameterizedTest
  @ValueSource(ints = {TOLD, IN_DOUBT, KNOWS_THE_OLD_ONE})
  void grantWhereThePathIsGone_isNamed(int place) {
    assertThat(verify(Damage.of(HISTORY).grantInstead(place)))
        .extracting(Violation::expected)
        .anyMatch(expected -> expected.startsWith("rejected PATH_GONE, for existing="));
  }

  @ParameterizedTest
  @ValueSource(ints = {FOLLOWS, NOW, IN_A_NEW_FOLDER})
  void refusalWithoutALoss_isNamed(int place) {
    assertThat(verify(Damage.of(HISTORY).refuseInstead(place)))
        .extracting(Violation::expected)
        .contains("no refusal: nothing says that its paths are gone");
  }

  @Test
  void refusalOfWhoDoesNotSayExisting_isNamed() {
    assertThat(verify(Damage.of(HISTORY).refuseInstead(8)))
        .extracting(Violation::expected)
        .contains("a refusal for another reason: it does not say existing");
  }

  /** The end of the lock that it replaces leaves a doubt, but only for others. */
  @Test
  void replacementThatSaysExisting_isClean() {
    Acquire old = acquire("a", Operation.DELETE, "/d", null, null);
    LockFields lock = acquire("b", Operation.UPLOAD, "/d/x", null, 1L).fields();
    Acquire replacing =
        new Acquire(
            "acme",
            null,
            new LockFields(
                    "b",
                    lock.owner(),
                    lock.operation(),
                    lock.path(),
                    null,
                    lock.targets(),
                    30_000,
                    0,
                    0,
                    List.of(),
                    new LockRef("a", old.fields().owner()),
                    new TreeMap<>())
                .existing(1L));
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              Log log = new Log(recorder);
              log.at(500).append(REMEMBERING);
              log.append(old);
              log.append(replacing);
              log.append(upload("c", "/d/y", 1));
              log.append(new Tick());
            });

    assertThat(Verification.of(history.whole(), Scope.ALL, BOTH, step -> {}).violations())
        .isEmpty();
    assertThat(Damage.json(history.events().get(2)).path("type").asString()).isEqualTo("granted");
    assertThat(Damage.json(history.events().get(3)).path("reason").asString())
        .isEqualTo("PATH_GONE");
  }

  /** An account with too many forgets the earliest, and who may know them is refused. */
  @Test
  void moreLossesThanAreRemembered_areClean() {
    RandomHistory history =
        RandomHistory.recorded(
            recorder -> {
              Log log = new Log(recorder);
              log.at(500).append(REMEMBERING);
              for (int n = 0; n < 1_010; n++) {
                log.append(acquire("d" + n, Operation.MOVE, "/d" + n, "/e" + n, null));
                log.append(release("d" + n, WorkOutcome.GONE));
              }
              log.append(upload("a", "/d3/x", 0));
              log.append(upload("b", "/d3/x", 1));
              log.append(upload("c", "/d1000/x", 0));
              log.append(upload("e", "/d1000/x", 200));
              log.append(new Tick());
            });

    assertThat(Verification.of(history.whole(), Scope.ALL, BOTH, step -> {}).violations())
        .isEmpty();
    assertThat(history.events().subList(2_020, 2_024))
        .extracting(event -> Damage.json(event).path("movedTo").asString("none"))
        .containsExactly("none", "none", "none", "/e1000/x");
  }

  /** Nobody sees any more whether it was remembered before the first settings that are left. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void historyWithoutItsBeginning_isClean(int rememberedBefore) {
    RandomHistory whole =
        RandomHistory.recorded(
            recorder -> {
              Log log = new Log(recorder);
              log.at(500).append(REMEMBERING.with(Setting.REMEMBERS_MOVES, rememberedBefore));
              for (int n = 0; n < 5; n++) {
                log.append(acquire("d" + n, Operation.MOVE, "/d" + n, "/e" + n, null));
                log.append(release("d" + n, WorkOutcome.GONE));
              }
              log.append(REMEMBERING);
              log.append(upload("l", "/l", 0)); // It tells that case counts.
              log.append(release("l", WorkOutcome.DONE));
              log.at(650_000).append(acquire("m", Operation.MOVE, "/docs", "/old", null));
              log.append(release("m", WorkOutcome.GONE));
              log.at(1_240_000).append(upload("a", "/docs/x", 0));
              log.append(upload("b", "/docs/x", 13));
              log.append(upload("c", "/free/x", 3));
              log.append(upload("d", "/free/x", 13));
              log.append(new Tick());
            });
    PartitionHistory cut =
        CutHistoryTest.cut(1, 11, whole.commands().subList(5, 20), whole.events().subList(4, 18));
    PartitionVerdict verdict = Verification.of(cut, Scope.ALL, BOTH, step -> {});

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.answers()).isGreaterThanOrEqualTo(4);
    assertThat(Damage.json(whole.events().get(16)).path("type").asString())
        .isEqualTo(rememberedBefore == 1 ? "granted" : "rejected");
  }

  private static List<Violation> verify(Damage damage) {
    return Verification.of(HISTORY.withEvents(damage.events()), Scope.ALL, EVENTS, step -> {})
        .violations();
  }
}
