package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accounts that are closed, on both stores side by side, in the smallest calls too. */
class CloseEdgesIT {
  private static final long WAIT_MS = 20_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  static Stream<CallBounds> bounds() {
    return Stream.of(CallBounds.DEFAULT, CallBounds.LEAST, CallBounds.DEFAULT.withWork(40));
  }

  private static Stream<Rejected> closed(List<Event> events) {
    return events.stream()
        .filter(Rejected.class::isInstance)
        .map(Rejected.class::cast)
        .filter(rejected -> rejected.reason() == RejectReason.ACCOUNT_CLOSED);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void allWhoWait_areRefusedInQueueOrder(CallBounds bounds) {
    history.add(
        0,
        SettingsChange.NOTHING
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.WAITERS_PER_SUB_ACCOUNT, 1_000));
    history.add(1, request("u", "ann", Operation.UPLOAD, "/u", 0));
    history.add(2, request("c", "mover", Operation.CLOSE, "/", WAIT_MS));
    for (int n = 0; n < 60; n++) {
      history.add(3, request("w" + n, "u" + n % 7, Operation.DOWNLOAD, "/d/a" + n, WAIT_MS));
    }
    history.add(4, request("own", "mover", Operation.UPLOAD, "/u", WAIT_MS));
    history.add(5, release("u", "ann"));

    List<Event> events = history.lastEvents(bounds);
    assertThat(events).hasSize(63);
    assertThat(closed(events))
        .hasSize(60)
        .allSatisfy(
            rejected ->
                assertThat(rejected.blockedBy())
                    .extracting(each -> each.lockId())
                    .containsExactly("c"))
        .extracting(rejected -> rejected.head().commandId())
        .startsWith("w0", "w1", "w2")
        .endsWith("w59");
    assertThat(events.get(62)).isInstanceOf(Granted.class);
  }

  /** Not those who wait where the ended lock was: all of the account are. */
  @ParameterizedTest
  @MethodSource("bounds")
  void whoWaitsElsewhere_isRefusedTooWhenALeaseEnds(CallBounds bounds) {
    history.add(1, request("a", "ann", Operation.UPLOAD, "/a/x", 0));
    history.add(10_000, request("b", "bob", Operation.UPLOAD, "/b/x", 0));
    history.add(10_001, request("w", "cem", Operation.UPLOAD, "/b/x", 600_000));
    history.add(10_002, request("c", "mover", Operation.CLOSE, "/", 600_000));
    history.add(10_003, request("x", "dan", Operation.UPLOAD, "/z", 600_000));
    history.add(10_004, release("b", "bob"));
    history.add(10_005, release("w", "cem"));
    history.add(30_001, request("y", "eve", Operation.DOWNLOAD, "/q", 0));

    assertThat(closed(history.lastEvents(bounds)))
        .extracting(rejected -> rejected.head().commandId())
        .containsExactly("x", "y");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void longTree_isClosedAtEachDepth(CallBounds bounds) {
    history.add(0, request("c", "mover", Operation.CLOSE, "/", Settings.MAX_CLOSE_MS, 0));
    history.add(1, request("o", "mover", Operation.CLOSE, "/", 60_000, 0));
    history.add(2, request("d", "ann", Operation.DELETE, "/x".repeat(40), WAIT_MS));

    assertThat(closed(history.lastEvents(bounds)))
        .singleElement()
        .satisfies(
            rejected ->
                assertThat(rejected.blockedBy())
                    .extracting(each -> each.lockId())
                    .containsExactly("c", "o"));
  }
}
