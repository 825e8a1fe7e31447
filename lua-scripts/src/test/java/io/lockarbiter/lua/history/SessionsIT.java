package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions are kept alive, and what is bound to them ends with them, in one call and in the
 * smallest calls, on both stores side by side (RULES.md, Sessions).
 */
class SessionsIT {
  private static final Owner WEB = new Owner("ann", "web");
  private static final Owner BOB = new Owner("bob", null);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  static Stream<CallBounds> bounds() {
    return Stream.of(CallBounds.DEFAULT, CallBounds.LEAST, CallBounds.DEFAULT.withWork(40));
  }

  private static KeepAlive keepAlive(Owner owner, long leaseMs) {
    return new KeepAlive("k", "acme", owner, "gw", leaseMs);
  }

  private static Acquire bound(String id, Owner owner, String path, long waitMs) {
    return acquire(id, owner, path, LockFields.BOUND_LEASE_MS, waitMs, 0, null);
  }

  private static Acquire acquire(
      String id,
      Owner owner,
      String path,
      long leaseMs,
      long waitMs,
      long maxHoldMs,
      @Nullable LockRef replaces) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        "gw-" + id,
        new LockFields(
            id,
            owner,
            Operation.UPLOAD,
            at,
            null,
            Operation.UPLOAD.targets(at, null),
            leaseMs,
            waitMs,
            maxHoldMs,
            List.of(),
            replaces,
            new TreeMap<>()));
  }

  private List<Event> lastEvents(long at, Command command, CallBounds bounds) {
    history.add(at, command);
    redis.flush();
    return history.lastEvents(bounds);
  }

  /** Each event with its lock, such as {@code released SESSION_ENDED a}. */
  private static List<String> told(List<Event> events) {
    return events.stream()
        .map(
            event ->
                HistoryInvariants.verdict(event)
                    + (event.subject() == null ? "" : " " + event.subject().lockId()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void boundLocks_endWithTheirSession_othersOfTheOwnerStay(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("b", WEB, "/b", 0));
    history.add(2, bound("a", WEB, "/a", 0));
    history.add(2, acquire("own", WEB, "/own", 60_000, 0, 0, null));
    history.add(2, bound("x", new Owner("ann", "app"), "/x", 0));
    history.add(3, acquire("o", BOB, "/o", 60_000, 0, 0, null));
    history.add(4, bound("w2", WEB, "/o", 60_000));
    history.add(4, bound("w1", WEB, "/o/1", 60_000));
    history.add(5, acquire("bob", BOB, "/a", 60_000, 60_000, 0, null));

    assertThat(told(lastEvents(10_000, new Tick(), bounds)))
        .containsExactly(
            "rejected NO_SESSION w2",
            "rejected NO_SESSION w1",
            "released SESSION_ENDED b",
            "released SESSION_ENDED a",
            "granted bob");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void kept_livesOn_andNothingIsTakenAway(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("a", WEB, "/a", 0));
    history.add(9_999, keepAlive(WEB, 10_000));
    history.add(10_000, keepAlive(WEB, 1_000));

    KeptAlive kept = (KeptAlive) lastEvents(12_000, keepAlive(WEB, 2_000), bounds).get(0);
    assertThat(kept)
        .isEqualTo(new KeptAlive(kept.head(), WEB, 2_000, /* beganAt= */ 0, 19_999, null));
    assertThat(told(lastEvents(19_998, new Tick(), bounds))).isEmpty();
    assertThat(told(lastEvents(19_999, new Tick(), bounds)))
        .containsExactly("released SESSION_ENDED a");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void keptAfterItsEnd_isAnother(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("a", WEB, "/a", 0));

    List<Event> events = lastEvents(10_000, keepAlive(WEB, 10_000), bounds);

    assertThat(told(events)).containsExactly("released SESSION_ENDED a", "keptAlive");
    assertThat(((KeptAlive) events.get(1)).beganAt()).isEqualTo(10_000);
    assertThat(told(lastEvents(10_000, bound("a2", WEB, "/a", 0), bounds)))
        .containsExactly("granted a2");
    assertThat(told(lastEvents(20_000, new Tick(), bounds)))
        .containsExactly("released SESSION_ENDED a2");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void settings_cutTheLeaseOfASession(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 60_000));
    history.add(1, SettingsChange.NOTHING.with(Setting.LONGEST_LEASE_MS, 5_000));
    history.add(2, bound("a", WEB, "/a", 0));

    KeptAlive kept = (KeptAlive) lastEvents(3, keepAlive(WEB, 60_000), bounds).get(0);
    assertThat(kept).isEqualTo(new KeptAlive(kept.head(), WEB, 60_000, 0, 60_000, 5_000L));
    KeptAlive other =
        (KeptAlive) lastEvents(4, keepAlive(new Owner("ann", "app"), 60_000), bounds).get(0);
    assertThat(other.expiresAt()).isEqualTo(5_004);
    assertThat(other.cutLeaseMs()).isEqualTo(5_000);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void boundWithoutSession_isRefused_andThatIsRemembered(CallBounds bounds) {
    history.add(0, keepAlive(new Owner("ann", "app"), 10_000));
    history.add(0, keepAlive(new Owner("bob", "web"), 10_000));
    history.add(0, new KeepAlive("k", "globex", WEB, null, 10_000));

    assertThat(told(lastEvents(1, bound("a", WEB, "/a", 9_000), bounds)))
        .containsExactly("rejected NO_SESSION a");
    history.add(2, keepAlive(WEB, 10_000));
    Event again = lastEvents(3, bound("a", WEB, "/a", 9_000), bounds).get(0);
    assertThat(again.repeated()).isTrue();
    assertThat(again.reason()).isEqualTo(RejectReason.NO_SESSION);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void ownEnds_comeFirst(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(0, acquire("m", WEB, "/m", LockFields.BOUND_LEASE_MS, 0, 10_000, null));
    history.add(0, acquire("n", WEB, "/n", LockFields.BOUND_LEASE_MS, 0, 10_001, null));
    history.add(0, bound("y", WEB, "/y", 0));
    history.add(1, new Yield("q", "acme", BOB, null, "y", 9_000L, null));

    assertThat(told(lastEvents(10_001, new Tick(), bounds)))
        .containsExactly("released FORCED y", "released EXPIRED m", "released SESSION_ENDED n");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void events_tellTheEndOfTheSession_orTheOwnOneIfThatIsEarlier(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    Granted granted = (Granted) lastEvents(1, bound("a", WEB, "/a", 0), bounds).get(0);
    assertThat(granted.expiresAt()).isEqualTo(10_000);
    history.add(2, keepAlive(WEB, 20_000));

    Renew renew = new Renew("r", "acme", WEB, null, "a", 600_000L, "no");
    Renewed renewed = (Renewed) lastEvents(3, renew, bounds).get(0);
    assertThat(renewed.expiresAt()).isEqualTo(20_002);
    assertThat(renewed.declined()).isEqualTo("no");
    Rejected refused =
        (Rejected) lastEvents(4, acquire("o", BOB, "/a", 1_000, 0, 0, null), bounds).get(0);
    assertThat(refused.blockedBy().get(0).expiresAt()).isEqualTo(20_002);
    Yield asked = new Yield("y", "acme", BOB, null, "a", 30_000L, null);
    YieldRequested late = (YieldRequested) lastEvents(5, asked, bounds).get(0);
    assertThat(late.expiresAt()).isEqualTo(20_002);
    assertThat(late.endsAt()).isEqualTo(30_005);
    history.add(6, keepAlive(WEB, 100_000));
    Granted again = (Granted) lastEvents(7, bound("a", WEB, "/a", 0), bounds).get(0);
    assertThat(again.repeated()).isTrue();
    assertThat(again.expiresAt()).isEqualTo(30_005);
    assertThat(told(lastEvents(30_005, new Tick(), bounds))).containsExactly("released FORCED a");
  }

  /** Sessions that end together do so by name in UTF-8, and behind the leases of that time. */
  @ParameterizedTest
  @MethodSource("bounds")
  void sessionsThatEndTogether_endByName(CallBounds bounds) {
    List<String> names = List.of("～", "𝄞", "b", "ü", "a", "ab");
    for (String name : names) {
      history.add(0, keepAlive(new Owner("ann", name), 10_000));
      history.add(0, bound(name, new Owner("ann", name), "/" + names.indexOf(name), 0));
    }
    history.add(0, keepAlive(new Owner("an", "x"), 10_000));
    history.add(0, bound("x", new Owner("an", "x"), "/x", 0));
    history.add(0, acquire("lease", BOB, "/lease", 10_000, 0, 0, null));
    history.add(0, acquire("late", BOB, "/late", 10_001, 0, 0, null));

    assertThat(told(lastEvents(10_001, new Tick(), bounds)))
        .containsExactly(
            "released EXPIRED lease",
            "released SESSION_ENDED x",
            "released SESSION_ENDED a",
            "released SESSION_ENDED ab",
            "released SESSION_ENDED b",
            "released SESSION_ENDED ü",
            "released SESSION_ENDED ～",
            "released SESSION_ENDED 𝄞",
            "released EXPIRED late");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void beginningASession_isLimitedAsAnAcquire_keepingItIsNot(CallBounds bounds) {
    history.add(
        0,
        SettingsChange.NOTHING
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 2)
            .with(Setting.ACQUIRES_PER_WINDOW, 3));
    history.add(0, keepAlive(WEB, 60_000));
    history.add(1, bound("a", WEB, "/a", 0));

    Rejected full = (Rejected) lastEvents(2, bound("b", WEB, "/b", 0), bounds).get(0);
    assertThat(full.reason()).isEqualTo(RejectReason.LIMIT_EXCEEDED);
    assertThat(full.limit()).isEqualTo("locksPerSubAccount");
    Rejected often =
        (Rejected) lastEvents(3, keepAlive(new Owner("ann", "app"), 60_000), bounds).get(0);
    assertThat(often.reason()).isEqualTo(RejectReason.RATE_LIMITED);
    assertThat(often.subject()).isNull();
    assertThat(often.retryAfterMs()).isPositive();
    assertThat(told(lastEvents(4, keepAlive(WEB, 60_000), bounds))).containsExactly("keptAlive");
    Rejected many =
        (Rejected) lastEvents(20_000, keepAlive(new Owner("ann", "app"), 60_000), bounds).get(0);
    assertThat(many.reason()).isEqualTo(RejectReason.LIMIT_EXCEEDED);
    assertThat(many.limit()).isEqualTo("locksPerSubAccount");
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void releaseAllAndReplacement_treatABoundLockAsAny(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("a", WEB, "/a", 0));
    LockRef a = new LockRef("a", WEB);
    assertThat(told(lastEvents(2, acquire("u", WEB, "/a", 60_000, 0, 0, a), bounds)))
        .containsExactly("released REPLACED a", "granted u");
    LockRef u = new LockRef("u", WEB);
    assertThat(
            told(
                lastEvents(3, acquire("v", WEB, "/a", LockFields.BOUND_LEASE_MS, 0, 0, u), bounds)))
        .containsExactly("released REPLACED u", "granted v");
    assertThat(told(lastEvents(4, new ReleaseAll("r", "acme", WEB, null), bounds)))
        .containsExactly("released RELEASED v", "releasedAll");
    assertThat(told(lastEvents(5, bound("w", WEB, "/a", 0), bounds))).containsExactly("granted w");
    assertThat(told(lastEvents(10_000, new Tick(), bounds)))
        .containsExactly("released SESSION_ENDED w");
  }

  /** A lock of which the settings cut its longest time tells so for as long as it is held. */
  @ParameterizedTest
  @MethodSource("bounds")
  void boundLock_isToldAgain(CallBounds bounds) {
    history.add(0, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 900_000));
    history.add(0, keepAlive(WEB, 600_000));
    history.add(1, bound("a", WEB, "/a", 0));
    history.add(2, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 0));
    history.add(3, bound("b", WEB, "/b", 0));

    List<Event> events = lastEvents(310_000, new Tick(), bounds);

    assertThat(events)
        .extracting(event -> ((Told) event).expiresAt())
        .containsExactly(600_000L, 600_000L);
    assertThat(events)
        .extracting(event -> ((Told) event).cutMaxHoldMs())
        .containsExactly(900_000L, null);
    history.add(590_000, keepAlive(WEB, 600_000));
    Renewed renewed =
        (Renewed)
            lastEvents(600_000, new Renew("r", "acme", WEB, null, "a", null), bounds).stream()
                .filter(Renewed.class::isInstance)
                .findAny()
                .orElseThrow();
    assertThat(renewed.expiresAt()).isEqualTo(900_001);
    assertThat(renewed.cut().maxHoldMs()).isEqualTo(900_000);
    assertThat(told(lastEvents(900_001, new Tick(), bounds))).contains("released EXPIRED a");
  }

  /** No session that is kept alive passes an end that was attached, so each answer tells it. */
  @ParameterizedTest
  @MethodSource("bounds")
  void attachedEndBehindThatOfTheSession_isToldByEachAnswer(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("a", WEB, "/a", 0));
    history.add(1, acquire("b", WEB, "/b", 10_000, 0, 0, null));
    assertThat(ends(lastEvents(2, yielding("y", "a", 600_000L), bounds)))
        .containsExactly("yieldRequested 10000 600002");
    assertThat(ends(lastEvents(2, yielding("z", "b", 600_000L), bounds)))
        .containsExactly("yieldRequested 10001 600002");

    assertThat(ends(lastEvents(3, bound("a", WEB, "/a", 0), bounds)))
        .containsExactly("granted 10000 600002");
    assertThat(ends(lastEvents(4, acquire("b", WEB, "/b", 10_000, 0, 0, null), bounds)))
        .containsExactly("granted 10001 null");
    assertThat(ends(lastEvents(5, new Renew("r", "acme", WEB, null, "a", null), bounds)))
        .containsExactly("renewed 10000 600002");
    assertThat(ends(lastEvents(6, new Renew("s", "acme", WEB, null, "b", null), bounds)))
        .containsExactly("renewed 10006 null");
    history.add(7, keepAlive(WEB, 600_000));
    assertThat(ends(lastEvents(310_000, new Tick(), bounds)))
        .containsExactly("released EXPIRED", "told 600002 600002");
    assertThat(told(lastEvents(600_002, new Tick(), bounds))).containsExactly("released FORCED a");
  }

  private static Yield yielding(String id, String lockId, @Nullable Long graceMs) {
    return new Yield(id, "acme", BOB, null, lockId, graceMs, null);
  }

  /** Each event with its {@code expiresAt} and {@code endsAt}. */
  private static List<String> ends(List<Event> events) {
    return events.stream()
        .map(
            event -> {
              if (event instanceof Granted granted) {
                return "granted %d %d".formatted(granted.expiresAt(), granted.endsAt());
              } else if (event instanceof Renewed renewed) {
                return "renewed %d %d".formatted(renewed.expiresAt(), renewed.endsAt());
              } else if (event instanceof Told told) {
                return "told %d %d".formatted(told.expiresAt(), told.endsAt());
              }
              return event instanceof YieldRequested asked
                  ? "yieldRequested %d %d".formatted(asked.expiresAt(), asked.endsAt())
                  : HistoryInvariants.verdict(event);
            })
        .toList();
  }

  /** A telling that is due behind the end of the session is none. */
  @ParameterizedTest
  @MethodSource("bounds")
  void boundLockThatIsToldTooLate_hasEnded(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 600_000));
    history.add(1, bound("a", WEB, "/a", 0));
    history.add(2, acquire("o", BOB, "/o", 400_000, 0, 0, null));

    assertThat(told(lastEvents(700_000, new Tick(), bounds)))
        .containsExactly("released SESSION_ENDED a", "released EXPIRED o");
  }

  /** Nothing is told of its end, so nothing but time and what is kept of it changes. */
  @ParameterizedTest
  @MethodSource("bounds")
  void sessionWithoutLocks_endsByATickAlone(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    history.add(10_000, new Tick());
    assertThat(history.feed(bounds).sessions()).isEmpty();

    assertThat(told(lastEvents(10_001, bound("a", WEB, "/a", 0), bounds)))
        .containsExactly("rejected NO_SESSION a");
  }

  /** Requests that end with their session leave no deadline behind. */
  @ParameterizedTest
  @MethodSource("bounds")
  void endOfWaitingRequests_isNoDeadlineAnyMore(CallBounds bounds) {
    history.add(0, acquire("o", BOB, "/o", 600_000, 0, 0, null));
    history.add(0, keepAlive(WEB, 10_000));
    history.add(1, bound("w", WEB, "/o", 20_000));
    history.add(10_000, new Tick());
    history.add(10_001, new Tick());

    assertThat(history.feed(bounds).waiting()).isEmpty();
  }

  /** A large copy before it leaves little of the budget of the call in which the session ends. */
  @ParameterizedTest
  @MethodSource("bounds")
  void endOfASessionBehindLargeRecords_isReached(CallBounds bounds) {
    history.add(0, keepAlive(WEB, 10_000));
    for (int n = 0; n < 100; n++) {
      history.add(1, bound("b" + n, WEB, "/b/" + "x".repeat(200) + "/y".repeat(60) + n, 0));
    }
    history.add(10_000, new Tick());

    assertThat(told(history.lastEventsOfMany(bounds.withWork(Math.min(bounds.work(), 30)))))
        .hasSize(100)
        .allMatch(event -> event.startsWith("released SESSION_ENDED"));
  }

  @Test
  void wholeState_hasNothingLeftOfSessionsThatEnded() {
    for (int n = 0; n < 60; n++) {
      Owner owner = new Owner("ann", "s" + n);
      history.add(0, keepAlive(owner, 1_000 + n));
      history.add(0, bound("b" + n, owner, "/" + n, 0));
    }
    history.add(1_020, new Tick());
    history.add(5_000, new Tick());

    assertThat(history.events(CallBounds.DEFAULT.withWork(300)))
        .filteredOn(event -> event.reason() == ReleaseReason.SESSION_ENDED)
        .hasSize(60);
    redis.flush();
    assertThat(history.feed(CallBounds.DEFAULT).sessions()).isEmpty();
  }
}
