package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
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

/** Freezes that are hard to find, on both stores side by side, in the smallest calls too. */
class FreezeEdgesIT {
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

  private Event answer(CallBounds bounds) {
    List<Event> events = history.lastEvents(bounds);
    return events.get(events.size() - 1);
  }

  private static void assertFrozenBy(Event event, String... ids) {
    assertThat(event).isInstanceOf(Rejected.class);
    Rejected rejected = (Rejected) event;
    assertThat(rejected.reason()).isEqualTo(RejectReason.FROZEN);
    assertThat(rejected.blockedBy()).extracting(each -> each.lockId()).containsExactly(ids);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void freezeBehindManyReadersAndOwnFreezes_isFound(CallBounds bounds) {
    history.add(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 0));
    for (int n = 0; n < 150; n++) {
      history.add(1, request("r" + n, "u" + n % 7, Operation.DOWNLOAD, "/d/a" + n, 0));
      history.add(1, request("o" + n, "bob", Operation.FREEZE, "/d/b" + n, 0));
    }
    history.add(2, request("f", "ops", Operation.FREEZE, "/d/z/z/z", 0));
    history.add(3, request("x", "bob", Operation.DELETE, "/", WAIT_MS));

    assertFrozenBy(answer(bounds), "f");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void deepPath_meetsFreezesAtEachLevel(CallBounds bounds) {
    String path = "";
    for (int n = 0; n < 63; n++) {
      path += "/s" + n;
      if (n % 13 == 0) {
        history.add(n, request("f" + n, "ops", Operation.FREEZE, path, 0));
      }
    }
    history.add(100, request("x", "bob", Operation.UPLOAD, path + "/e", WAIT_MS));

    assertFrozenBy(answer(bounds), "f0", "f13", "f26", "f39", "f52");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void writersWhoWaitBeforeALaterFreeze_haveTheirTurnFirst(CallBounds bounds) {
    history.add(0, request("f", "ops", Operation.FREEZE, "/d", 0));
    history.add(20_000, request("u", "bob", Operation.UPLOAD, "/d/u", WAIT_MS));
    history.add(20_001, request("r", "bob", Operation.DOWNLOAD, "/d/r", WAIT_MS));
    history.add(20_002, request("g", "legal", Operation.FREEZE, "/d/u", WAIT_MS));
    history.add(20_003, release("f", "ops"));

    List<Event> events = history.lastEvents(bounds);
    assertThat(events)
        .filteredOn(event -> event.type() == EventType.GRANTED)
        .extracting(event -> ((Granted) event).subject().lockId())
        .containsExactly("u");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void requestThatCouldWaitLongEnough_isQueuedAndGranted(CallBounds bounds) {
    history.add(0, request("f", "ops", Operation.FREEZE, "/d", 0));
    history.add(1, request("u", "bob", Operation.UPLOAD, "/d/u", Settings.DEFAULT_LEASE_MS));
    assertThat(answer(bounds)).isInstanceOf(Queued.class);
    redis.flush();
    history.add(Settings.DEFAULT_LEASE_MS, request("v", "eve", Operation.UPLOAD, "/e", 0));

    assertThat(history.lastEvents(bounds)).hasAtLeastOneElementOfType(Granted.class);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void ownFreezeAtTheFirstMoment_isNoReason(CallBounds bounds) {
    history.add(0, request("f", "bob", Operation.FREEZE, "/d", 0));
    history.add(0, request("r", "eve", Operation.DOWNLOAD, "/d/u", 0));
    history.add(0, request("u", "bob", Operation.UPLOAD, "/d/u", 0));

    assertThat(((Rejected) answer(bounds)).reason()).isEqualTo(RejectReason.CONFLICT);
  }

  /** At one moment waits time out before locks end (RULES.md, Order of a decision, 1). */
  @ParameterizedTest
  @MethodSource("bounds")
  void requestWhoseWaitEndsWithTheFreeze_wouldWaitInVain(CallBounds bounds) {
    history.add(0, request("f", "ops", Operation.FREEZE, "/d", 0));
    history.add(1, request("u", "bob", Operation.UPLOAD, "/d/u", Settings.DEFAULT_LEASE_MS - 1));

    assertFrozenBy(answer(bounds), "f");
  }
}
