package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.asking;
import static io.lockarbiter.lua.history.SmallHistory.checkOut;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that waits with a grace asks the holders in its way, in one call and in the smallest
 * calls, on both stores side by side (RULES.md, Asking all holders).
 */
class AskingIT {
  private static final long WAIT_MS = 20_000;
  private static final long GRACE_MS = 10_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  static Stream<CallBounds> bounds() {
    return Stream.of(CallBounds.DEFAULT, CallBounds.LEAST, CallBounds.DEFAULT.withWork(40));
  }

  /** Ids of the locks whose holders the last record asks. */
  private List<String> asked(CallBounds bounds) {
    return asked(history.lastEvents(bounds));
  }

  private static List<String> asked(List<Event> events) {
    assertThat(events.get(0).type()).isEqualTo(EventType.QUEUED);
    return events.stream()
        .skip(1)
        .map(event -> ((YieldRequested) event).subject().lockId())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void manyHolders_areAskedOnceEachInTheOrderOfBlockers(CallBounds bounds) {
    history.add(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 0));
    for (int n = 0; n < 60; n++) {
      history.add(1, request("r" + n, "u" + n % 7, Operation.DOWNLOAD, "/a/" + (n + 100), 0));
      history.add(1, request("w" + n, "u" + n % 7, Operation.UPLOAD, "/b/" + (n + 100), 0));
      history.add(1, request("o" + n, "ops", Operation.UPLOAD, "/c/" + (n + 100), 0));
    }
    history.add(2, asking("f", "ops", Operation.FREEZE, "/", WAIT_MS, GRACE_MS));

    assertThat(asked(bounds))
        .containsExactlyElementsOf(IntStream.range(0, 60).mapToObj(n -> "w" + n).toList());
  }

  /** The walk may be broken off right behind the last of them. */
  @ParameterizedTest
  @ValueSource(ints = {300, 1_000, 100_000})
  void ofManyHolders_theFirstThousandAreAsked(int work) {
    history.add(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 0));
    for (int n = 0; n < 1_100; n++) {
      history.add(1, request("w" + n, "u" + n % 7, Operation.UPLOAD, "/b/" + (n + 1_000), 0));
    }
    history.add(2, asking("f", "ops", Operation.FREEZE, "/", WAIT_MS, GRACE_MS));

    assertThat(asked(history.lastEventsOfMany(CallBounds.DEFAULT.withWork(work))))
        .containsExactlyElementsOf(IntStream.range(0, 1_000).mapToObj(n -> "w" + n).toList());
  }

  /** Those whose holders need not be asked count: they are read, too. */
  @Test
  void locksBehindAThousandThatEndInTime_areNotAskedFor() {
    history.add(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 0));
    for (int n = 0; n < 1_100; n++) {
      history.add(1, request("w" + n, "u" + n % 7, Operation.UPLOAD, "/b/" + (n + 1_000), 0));
    }
    history.add(2, asking("f", "ops", Operation.FREEZE, "/", WAIT_MS, GRACE_MS));
    history.add(3, asking("g", "ops", Operation.DELETE, "/b", WAIT_MS, GRACE_MS));

    assertThat(asked(history.lastEventsOfMany(CallBounds.DEFAULT))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void freezesAndKeptLocks_areNotAskedFor(CallBounds bounds) {
    history.add(0, request("f", "ops", Operation.FREEZE, "/a", 0));
    history.add(0, checkOut("c", "ann", "/b"));
    history.add(0, request("w", "bob", Operation.UPLOAD, "/c", 0));
    history.add(1, asking("d", "eve", Operation.DELETE, "/", Settings.MAX_WAIT_MS, GRACE_MS));

    assertThat(asked(bounds)).containsExactly("w");
  }

  /** A move meets a lock by both of its targets. */
  @ParameterizedTest
  @MethodSource("bounds")
  void lockThatTwoTargetsMeet_isAskedForOnce(CallBounds bounds) {
    history.add(0, request("d", "ann", Operation.UPLOAD, "/", 0));
    history.add(1, request("m", "ann", Operation.COPY, "/x/a", 0));
    history.add(2, asking("f", "ops", Operation.MOVE, "/x", WAIT_MS, GRACE_MS));

    assertThat(asked(bounds)).containsExactly("d", "m");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void endTwiceAsFarAway_isAskedForAgain_andNoEarlierOne(CallBounds bounds) {
    askFor(20_000, 19_999);
    history.add(2, asking("f", "ops", Operation.FREEZE, "/", WAIT_MS, 10_000));

    assertThat(asked(bounds)).containsExactly("a");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void nearEnd_isAskedForAgainIfItIsASecondLater(CallBounds bounds) {
    askFor(1_500, 1_499);
    history.add(2, asking("f", "ops", Operation.FREEZE, "/", WAIT_MS, 500));

    assertThat(asked(bounds)).containsExactly("a");
  }

  /** Lets two locks end so long after the time 2. */
  private void askFor(long aLeftMs, long bLeftMs) {
    history.add(0, request("a", "ann", Operation.UPLOAD, "/a", 0));
    history.add(0, request("b", "bob", Operation.UPLOAD, "/b", 0));
    history.add(2, asking("x", "eve", Operation.DELETE, "/a", 60_000, aLeftMs));
    history.add(2, asking("y", "eve", Operation.DELETE, "/b", 60_000, bLeftMs));
  }

  /** The worst that many requests at once can do; each is one command. */
  @ParameterizedTest
  @MethodSource("bounds")
  void manyRequests_askForALockElevenTimesAtMost(CallBounds bounds) {
    history.add(0, request("a", "ann", Operation.UPLOAD, "/a", 0));
    long most = Settings.MAX_GRACE_MS - 1;
    for (long each = most; each >= 0; each = Math.min(each / 2, each - Settings.YIELD_PAUSE_MS)) {
      for (long graceMs = each; graceMs >= Math.max(each * 3 / 4, each - 2_000); graceMs -= 1_000) {
        String name = "d" + graceMs;
        history.add(1, asking(name, name, Operation.DELETE, "/", Settings.MAX_WAIT_MS, graceMs));
      }
    }

    assertThat(history.events(bounds)).filteredOn(YieldRequested.class::isInstance).hasSize(11);
  }
}
