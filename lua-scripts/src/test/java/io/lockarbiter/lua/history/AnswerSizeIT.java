package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks small questions about locks whose names and paths are as long as the rules allow. */
class AnswerSizeIT {
  /** A name of quotes, each of which takes two bytes in JSON. */
  private static final String QUOTES = "\"".repeat(126);

  private static final String DEEP = "/" + QUOTES + "/\\".repeat(1_900);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final SmallHistory history = new SmallHistory(redis);

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void conflict_isNoLargerThanItsQuestionAllows(int namesWithoutCase) {
    tell(namesWithoutCase);
    holdWhatIsLong();
    Rejected rejected = (Rejected) answer(question(0));
    assertThat(rejected.reason()).isEqualTo(RejectReason.CONFLICT);
    assertThat(rejected.blockedBy()).hasSize(1).allMatch(blocker -> blocker.pathCut());
    assertThat(rejected.moreBlockers()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void queued_isNoLargerThanItsQuestionAllows(int namesWithoutCase) {
    tell(namesWithoutCase);
    holdWhatIsLong();
    assertThat(((Queued) answer(question(1))).moreBlockers()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void deadlock_isNoLargerThanItsQuestionAllows(int namesWithoutCase) {
    tell(namesWithoutCase);
    history.add(0, acquire("0", new Owner("u", null), Operation.UPLOAD, LockPath.of("/h"), 0));
    Owner other = new Owner(QUOTES + "u", QUOTES + "s");
    for (int n = 10; n < 14; n++) {
      history.add(0, acquire(QUOTES + n, other, Operation.UPLOAD, path(n), 0));
    }
    Acquire waiter =
        acquire(
            QUOTES + "w", other, Operation.DELETE, LockPath.of("/h"), 60_000, List.of(QUOTES + 10));
    history.add(0, waiter);
    Acquire last =
        acquire("1", new Owner("u", null), Operation.DELETE, LockPath.ROOT, 1, List.of("0"));
    Rejected rejected = (Rejected) answer(last);
    assertThat(rejected.reason()).isEqualTo(RejectReason.DEADLOCK);
    assertThat(rejected.cycle()).hasSize(3);
  }

  /** A place is told as long as it is not much longer than the path itself. */
  @ParameterizedTest
  @CsvSource({"0, 1024", "1, 1024", "0, 1025", "1, 1025"})
  void pathGone_isNoLargerThanItsQuestionAllows(int namesWithoutCase, int more) {
    tell(namesWithoutCase);
    String folder = "/" + "\"".repeat((more - 1) / 2) + "x".repeat((more - 1) % 2);
    Acquire mover = move(namesWithoutCase == 0 ? "/a" : "/A", folder + "/a");
    Acquire waiter =
        acquire("1", new Owner("u", null), Operation.UPLOAD, LockPath.of("/a/B"), 60_000);
    history.add(0, mover);
    history.add(0, waiter);
    history.add(1, new Release("r", "acme", mover.owner(), null, mover.commandId(), true));
    List<Event> events = history.lastEvents(CallBounds.DEFAULT);
    Rejected gone = (Rejected) events.get(events.size() - 1);
    assertThat(gone.movedTo() == null ? "" : gone.movedTo().toString())
        .isEqualTo(more > 1_024 ? "" : folder + "/a/B");
    assertSize(gone, waiter);
  }

  private void tell(int namesWithoutCase) {
    history.add(
        0,
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, Settings.DEFAULT.get(Setting.PARTITIONS))
            .with(Setting.NAMES_WITHOUT_CASE, namesWithoutCase));
  }

  private void holdWhatIsLong() {
    for (int n = 10; n < 16; n++) {
      Owner owner = new Owner(QUOTES + n, QUOTES + "s");
      history.add(0, acquire(QUOTES + n, owner, Operation.UPLOAD, path(n), 0));
    }
  }

  private static LockPath path(int n) {
    return LockPath.of("/N" + n + DEEP.substring(0, 120) + "/\\\\\\".repeat(50));
  }

  private static Acquire question(long waitMs) {
    return acquire("1", new Owner("u", null), Operation.DELETE, LockPath.ROOT, waitMs);
  }

  private Event answer(Acquire question) {
    history.add(1, question);
    List<Event> events = history.lastEvents(CallBounds.DEFAULT);
    assertThat(events).hasSize(1);
    assertSize(events.get(0), question);
    return events.get(0);
  }

  private static void assertSize(Event answer, Acquire question) {
    assertThat(EventCodec.encode(answer).length)
        .as("bytes of %s", answer)
        .isLessThanOrEqualTo(8 * CommandCodec.encode(question).length + 2_048);
  }

  private static Acquire move(String from, String to) {
    LockPath path = LockPath.of(from);
    LockPath destination = LockPath.of(to);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "m",
            new Owner("m", null),
            Operation.MOVE,
            path,
            destination,
            Operation.MOVE.targets(path, destination),
            30_000,
            0,
            List.of(),
            new TreeMap<>()));
  }

  private static Acquire acquire(
      String id, Owner owner, Operation operation, LockPath path, long waitMs) {
    return acquire(id, owner, operation, path, waitMs, List.of());
  }

  private static Acquire acquire(
      String id,
      Owner owner,
      Operation operation,
      LockPath path,
      long waitMs,
      List<String> holding) {
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            owner,
            operation,
            path,
            null,
            operation.targets(path, null),
            30_000,
            waitMs,
            holding,
            new TreeMap<>()));
  }
}
