package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.checkOut;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.Names;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command ends all that an owner or a sub-account has, in one call and in the smallest calls, on
 * both stores side by side (RULES.md, Releasing all).
 */
class ReleaseAllIT {
  private static final int PARTITIONS = Settings.DEFAULT.get(Setting.PARTITIONS);
  private static final Owner ANN = new Owner("ann", null);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  static Stream<CallBounds> bounds() {
    return Stream.of(CallBounds.DEFAULT, CallBounds.LEAST, CallBounds.DEFAULT.withWork(40));
  }

  private static ReleaseAll releaseAll(String id, Owner owner) {
    return new ReleaseAll(id, "acme", owner, "gw");
  }

  private static Acquire of(
      String account, String id, Owner owner, long waitMs, Target... targets) {
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            List.of(targets),
            30_000,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  private static Target put(String path) {
    return new Target(LockPath.of(path), Mode.PUT);
  }

  private static List<String> ended(List<Event> events, ReleaseReason reason) {
    return events.stream()
        .filter(event -> event.reason() == reason)
        .map(event -> Objects.requireNonNull(event.subject()).lockId())
        .toList();
  }

  private static ReleasedAll answer(List<Event> events) {
    return (ReleasedAll)
        events.stream().filter(ReleasedAll.class::isInstance).findAny().orElseThrow();
  }

  private static void assertAnswer(List<Event> events, int released, int cancelled, boolean more) {
    ReleasedAll answer = answer(events);
    assertThat(answer)
        .isEqualTo(new ReleasedAll(answer.head(), answer.owner(), released, cancelled, more));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void member_losesAllOfAllSessions_andNobodyElseDoes(CallBounds bounds) {
    for (int n = 0; n < 20; n++) {
      Owner owner = new Owner("ann", n % 4 == 0 ? null : "s" + n % 4);
      history.add(1, of("acme", "h" + n, owner, 0, put("/a/" + n), put("/b/" + n)));
      history.add(1, of("acme", "o" + n, new Owner("bob", "s1"), 0, put("/o/" + n)));
      history.add(1, of("globex", "h" + n, owner, 0, put("/a/" + n)));
      history.add(2, of("acme", "w" + n, owner, 9_000, put("/o/" + n), put("/x/" + n)));
      history.add(2, of("acme", "b" + n, new Owner("bob", null), 9_000, put("/b/" + n)));
    }
    history.add(3, checkOut("c", "ann", "/c"));
    history.add(3, request("f", "ann", Operation.FREEZE, "/f", 0));
    history.add(4, releaseAll("r", ANN));

    List<Event> events = history.lastEvents(bounds);

    assertThat(ended(events, ReleaseReason.CANCELLED))
        .containsExactlyInAnyOrderElementsOf(ids("w", 20));
    assertThat(events.subList(0, 20)).allMatch(one -> one.reason() == ReleaseReason.CANCELLED);
    assertThat(ended(events, ReleaseReason.RELEASED))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ids("h", 20).stream(), Stream.of("c", "f")).toList());
    assertAnswer(events, 22, 20, false);
    assertThat(events.subList(events.indexOf(answer(events)) + 1, events.size()))
        .hasSize(20)
        .allMatch(one -> one.type() == EventType.GRANTED);
  }

  private static List<String> ids(String letter, int count) {
    return IntStream.range(0, count).mapToObj(n -> letter + n).toList();
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void session_losesItsOwn_othersOfTheMemberKeepTheirs(CallBounds bounds) {
    Owner phone = new Owner("ann", "phone");
    history.add(1, of("acme", "a", phone, 0, put("/a")));
    history.add(1, of("acme", "b", new Owner("ann", "laptop"), 0, put("/b")));
    history.add(1, of("acme", "c", ANN, 0, put("/c")));
    history.add(1, of("acme", "w", phone, 9_000, put("/b")));
    history.add(2, releaseAll("r", phone));

    List<Event> events = history.lastEvents(bounds);

    assertThat(ended(events, ReleaseReason.CANCELLED)).containsExactly("w");
    assertThat(ended(events, ReleaseReason.RELEASED)).containsExactly("a");
    assertAnswer(events, 1, 1, false);
  }

  /** Names of these two begin with the same four bytes, and so do those of all their sessions. */
  @ParameterizedTest
  @MethodSource("bounds")
  void ownersWhoseNamesBeginAlike_loseNothing(CallBounds bounds) {
    Names names = new Names();
    assertThat(names.ofSubAccount("acme", "u19078"))
        .isEqualTo(names.ofSubAccount("acme", "u61252"));
    assertThat(names.ofSubAccount("globex", "v1158"))
        .isEqualTo(names.ofSubAccount("acme", "u138379"));
    for (int n = 0; n < 8; n++) {
      String session = "s" + n;
      history.add(1, of("acme", "a" + n, new Owner("u19078", session), 0, put("/a" + n)));
      history.add(1, of("acme", "b" + n, new Owner("u61252", session), 0, put("/b" + n)));
      history.add(1, of("acme", "v" + n, new Owner("u61252", session), 9_000, put("/a" + n)));
      history.add(1, of("globex", "c" + n, new Owner("v1158", session), 0, put("/a" + n)));
      history.add(1, of("globex", "x" + n, new Owner("v1158", "w"), 9_000, put("/a" + n)));
      history.add(1, of("acme", "d" + n, new Owner("u138379", session), 0, put("/d" + n)));
    }
    history.add(2, releaseAll("r", new Owner("u19078", null)));
    history.add(3, releaseAll("s", new Owner("u138379", null)));

    List<Event> events = history.events(bounds);

    assertThat(ended(events, ReleaseReason.CANCELLED)).isEmpty();
    assertThat(ended(events, ReleaseReason.RELEASED))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ids("a", 8).stream(), ids("d", 8).stream()).toList());
  }

  /** The record may be broken off at each of them. */
  @ParameterizedTest
  @ValueSource(ints = {300, 1_000, 100_000})
  void ofManyLocks_aThousandEnd_thenTheOthers(int work) {
    many(1_100);
    history.add(2, releaseAll("r", ANN));
    List<Event> first = history.lastEventsOfMany(CallBounds.DEFAULT.withWork(work));
    assertAnswer(first, 995, 5, true);

    open();
    redis.flush();
    many(1_100);
    history.add(2, releaseAll("r", ANN));
    history.add(3, releaseAll("s", ANN));
    List<Event> second = history.lastEventsOfMany(CallBounds.DEFAULT.withWork(work));
    assertAnswer(second, 105, 0, false);
    assertThat(Stream.concat(ends(first), ends(second))).doesNotHaveDuplicates().hasSize(1_105);
  }

  @Test
  void exactlyAThousand_areAll() {
    many(995);
    history.add(2, releaseAll("r", ANN));

    assertAnswer(history.lastEventsOfMany(CallBounds.DEFAULT), 995, 5, false);
  }

  /** Locks of ann in several sessions, and five requests. */
  private void many(int locks) {
    history.add(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 0));
    for (int n = 0; n < locks; n++) {
      history.add(1, of("acme", "h" + n, session(n), 0, put("/b/" + n), put("/c/" + n)));
    }
    for (int n = 0; n < 5; n++) {
      history.add(1, of("acme", "o" + n, new Owner("bob", null), 0, put("/o/" + n)));
      history.add(1, of("acme", "w" + n, session(n), 60_000, put("/o/" + n)));
    }
  }

  private static Owner session(int n) {
    return new Owner("ann", "s" + n % 7);
  }

  private static Stream<@Nullable String> ends(List<Event> events) {
    return Stream.concat(
            ended(events, ReleaseReason.RELEASED).stream(),
            ended(events, ReleaseReason.CANCELLED).stream())
        .map(id -> id);
  }

  /** Time comes first, as for any record: those end once, and by their leases. */
  @ParameterizedTest
  @MethodSource("bounds")
  void locksThatExpireAtTheSameRecord_haveExpired(CallBounds bounds) {
    history.add(0, of("acme", "a", ANN, 0, put("/a")));
    history.add(5_000, of("acme", "b", ANN, 0, put("/b")));
    history.add(30_000, releaseAll("r", ANN));

    List<Event> events = history.lastEvents(bounds);

    assertThat(ended(events, ReleaseReason.EXPIRED)).containsExactly("a");
    assertThat(ended(events, ReleaseReason.RELEASED)).containsExactly("b");
    assertAnswer(events, 1, 0, false);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void nothingThere_isNoRefusal_andACopyEndsWhatCameBetween(CallBounds bounds) {
    history.add(0, releaseAll("r", ANN));
    history.add(1, of("acme", "a", ANN, 0, put("/a")));
    history.add(2, releaseAll("r", ANN));
    history.add(3, releaseAll("r", ANN));

    assertThat(history.events(bounds))
        .filteredOn(ReleasedAll.class::isInstance)
        .extracting(one -> ((ReleasedAll) one).released())
        .containsExactly(0, 1, 0);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void wrongPartition_endsNothing(CallBounds bounds) {
    history.add(0, of("acme", "a", ANN, 0, put("/a")));
    history.add(1, SettingsChange.NOTHING.with(Setting.PARTITIONS, PARTITIONS));
    history.add(2, new ReleaseAll("r", elsewhere(), ANN, "gw"));

    List<Event> events = history.lastEvents(bounds);

    assertThat(events).hasSize(1);
    assertThat(events.get(0).reason()).isEqualTo(RejectReason.WRONG_PARTITION);
    assertThat(events.get(0).subject()).isNull();
  }

  /** An account whose records belong elsewhere. */
  private static String elsewhere() {
    return IntStream.iterate(0, n -> n + 1)
        .mapToObj(n -> "account" + n)
        .filter(account -> AccountHash.partition(account, PARTITIONS) != SmallHistory.PARTITION)
        .findFirst()
        .orElseThrow();
  }
}
