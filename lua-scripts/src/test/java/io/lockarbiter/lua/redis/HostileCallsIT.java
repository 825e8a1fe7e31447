package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * No call of a decision exceeds its share of work, though locks and requests have 16 targets at
 * depth 16 each. The commands that a call runs measure it, because one command reads each lock that
 * is looked at.
 */
class HostileCallsIT {
  private static final int WIDE = Acquire.MAX_TARGETS;
  private static final int DEPTH = Acquire.MAX_TARGET_SEGMENTS / WIDE;
  private static final int WAITERS = 300;
  private static final int MOST_COMMANDS = 150;

  /** After this many calls the test assumes an endless loop. */
  private static final int MOST_CALLS = 5_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final ReferenceLockStore model = new ReferenceLockStore();
  private final Seen seen = new Seen();
  private final LockStore store = redis.store(seen.around(redis.redisson()), CallBounds.DEFAULT);
  private long offset = -1;
  private long seq;

  /** The waiting requests conflict with the last path of the last lock that is named. */
  @Test
  void locksThatManyWaitFor_areNamedInSmallCalls() {
    waitForNamedLocks();
    seen.commands.clear();

    both(acquire("now", "namer", hot(), 0, named()));
    both(acquire("later", "namer", hot(), 60_000, named()));

    assertSmallCalls(2 * WAITERS / 15);
  }

  /** Each request of the chain names locks, and passes over all others. */
  @Test
  void deadlocks_areLookedForInSmallCalls() {
    waitForNamedLocks();
    for (int n = 0; n < 3; n++) {
      List<Target> targets = new ArrayList<>(hot());
      targets.addAll(targets(Mode.DELETE, Stream.of(deep("namer-15-" + n))));
      both(acquire("chain" + n, "other", targets, 60_000, List.of("in-the-way")));
    }
    seen.commands.clear();

    List<String> answer = both(acquire("circle", "namer", hot(), 60_000, named()));

    assertThat(answer).singleElement().asString().contains("DEADLOCK");
    assertSmallCalls(WAITERS / 10);
  }

  @Test
  void batchOfLargeLocks_isReadAheadAsFarAsACallGoes() {
    int locks = 60;
    Command[] acquires =
        IntStream.range(0, locks)
            .mapToObj(n -> acquire("l" + n, "u" + n, wide("l" + n), 0, List.of()))
            .toArray(Command[]::new);
    Command[] releases =
        IntStream.range(0, locks)
            .mapToObj(n -> release("r" + n, "u" + n, "l" + n))
            .toArray(Command[]::new);
    feed(store, List.of(onePartition(0)));
    both(acquires);
    both(releases);

    assertSmallCalls(locks / 3);
  }

  /**
   * A release lets many large requests be granted; these grants are spread over small calls, too.
   */
  @Test
  void manyLargeRequests_areGrantedAndPassedInSmallCalls() {
    feed(store, List.of(onePartition(0)));
    both(acquire("all", "other", targets(Mode.DELETE, Stream.of("/all")), 0, List.of()));
    both(acquire("one", "another", targets(Mode.DELETE, Stream.of("/one")), 0, List.of()));
    int waiters = 60;
    for (int n = 0; n < waiters; n++) {
      List<Target> targets = new ArrayList<>(wide("w" + n).subList(0, WIDE - 2));
      targets.addAll(
          targets(Mode.PUT, Stream.of("/all/" + n, n % 2 == 0 ? "/x" + n : "/one/" + n)));
      both(acquire("w" + n, "u" + n, targets, 60_000, List.of()));
    }
    seen.commands.clear();

    List<String> events = both(release("end", "other", "all"));

    assertThat(events).hasSize(1 + waiters / 2);
    assertSmallCalls(waiters / 3);
  }

  /** Two owners still hold the folder, so all requests that wait for it stay blocked. */
  @Test
  void endThatUnblocksNobody_costsTheSameHoweverManyWait() {
    feed(store, List.of(onePartition(0)));
    for (int n = 0; n < 5; n++) {
      both(acquire("l" + n, "u" + n, targets(Mode.READ, Stream.of("/hot")), 0, List.of()));
    }
    // An ending is remembered, so the same keys are empty before both of the releases compared.
    both(release("end", "u0", "l0"));
    List<Long> costs = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      both(acquire("w" + n, "w" + n, hot(), 60_000, List.of()));
      if (n == 1 || n == 99) {
        int ended = 1 + costs.size();
        seen.commands.clear();
        both(release("end" + n, "u" + ended, "l" + ended));
        costs.addAll(seen.commands);
      }
    }

    assertThat(costs).hasSize(2);
    assertThat(costs.get(1)).isLessThanOrEqualTo(costs.get(0));
  }

  /** The four paths have 63 levels in common, and another lock holds each level. */
  @Test
  void levelsThatTargetsHaveInCommon_areWalkedOnce() {
    feed(store, List.of(onePartition(0)));
    String common = "/common" + "/s".repeat(LockPath.MAX_SEGMENTS - 1);
    for (int level = 1; level < LockPath.MAX_SEGMENTS; level++) {
      String at = common.substring(0, "/common".length() + 2 * (level - 1));
      both(
          acquire(
              "l" + level, "u" + level / WIDE, targets(Mode.READ, Stream.of(at)), 0, List.of()));
    }
    List<Target> targets =
        targets(
            Mode.DELETE,
            IntStream.range(0, Acquire.MAX_TARGET_SEGMENTS / LockPath.MAX_SEGMENTS)
                .mapToObj(n -> common.substring(0, common.length() - 1) + n));
    seen.commands.clear();

    both(acquire("asks", "u0", targets, 0, List.of()));

    assertSmallCalls(1);
  }

  /** Sixteen targets have a folder in common that many hold, and each is met by others as well. */
  @Test
  void levelsThatTargetsHaveInCommon_areWalkedOnceByALongWalk() {
    feed(store, List.of(onePartition(0)));
    for (String folder : List.of("/x", "/y")) {
      for (int n = 0; n < 900; n++) {
        String path = n < 700 ? folder : folder + "/" + n % WIDE + "/f";
        both(
            acquire(
                folder + n, folder + n / 90, targets(Mode.READ, Stream.of(path)), 0, List.of()));
      }
    }
    Stream<String> entries = IntStream.range(0, WIDE).mapToObj(n -> "/x/" + n);

    int ofEntries = callsOf(asking("entries", "eve", targets(Mode.DELETE, entries)));
    int ofFolder = callsOf(asking("folder", "eve", targets(Mode.DELETE, Stream.of("/y"))));

    assertThat(ofFolder).isGreaterThan(WIDE);
    assertThat(ofEntries).isLessThan(2 * ofFolder);
  }

  /** The number of calls if each does little. */
  private int callsOf(Acquire acquire) {
    RedisLockStore least =
        redis.store(seen.around(redis.redisson()), CallBounds.DEFAULT.withWork(300));
    seen.commands.clear();
    feed(least, acquire);
    return seen.commands.size();
  }

  /** One request may cost more than the whole work of a call; it is still removed. */
  @Test
  void requestsDearerThanACall_endWhenTheirPathIsGone() {
    RedisLockStore least =
        redis.store(seen.around(redis.redisson()), CallBounds.DEFAULT.withWork(30));
    feed(least, List.of(onePartition(0)));
    feed(least, acquire("all", "other", targets(Mode.DELETE, Stream.of("/all")), 0, List.of()));
    for (int n = 0; n < 3; n++) {
      List<Target> targets = new ArrayList<>(wide("w" + n).subList(0, WIDE - 1));
      targets.addAll(targets(Mode.PUT, Stream.of("/all/" + n)));
      feed(least, acquire("w" + n, "u" + n, targets, 60_000, List.of()));
    }

    List<String> events =
        feed(least, new Release("end", "acme", new Owner("other", null), null, "all", true));

    assertThat(events).hasSize(4).filteredOn(event -> event.contains("PATH_GONE")).hasSize(3);
  }

  private void waitForNamedLocks() {
    feed(store, List.of(onePartition(0)));
    for (String id : named()) {
      both(acquire(id, "namer", wide(id), 0, List.of()));
    }
    both(acquire("in-the-way", "other", targets(Mode.PUT, Stream.of("/hot/z")), 0, List.of()));
    for (int n = 0; n < WAITERS; n++) {
      List<Target> targets = new ArrayList<>(wide("w" + n).subList(0, WIDE - 2));
      targets.addAll(targets(Mode.PUT, Stream.of("/hot/" + n, deep("namer-15-" + (WIDE - 1)))));
      both(acquire("w" + n, "u" + n, targets, 60_000, List.of()));
    }
  }

  private static List<String> named() {
    return IntStream.range(0, Acquire.MAX_HOLDING).mapToObj(n -> "namer-" + n).toList();
  }

  private static List<Target> hot() {
    return targets(Mode.DELETE, Stream.of("/hot"));
  }

  private static List<Target> wide(String tag) {
    return targets(Mode.PUT, IntStream.range(0, WIDE).mapToObj(n -> deep(tag + "-" + n)));
  }

  private static String deep(String first) {
    return "/" + first + "/s".repeat(DEPTH - 1);
  }

  private static List<Target> targets(Mode mode, Stream<String> paths) {
    return paths.map(path -> Commands.target(path, mode)).toList();
  }

  private static Acquire acquire(
      String id, String subAccount, List<Target> targets, long waitMs, List<String> holding) {
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner(subAccount, null),
            Operation.CUSTOM,
            null,
            null,
            targets,
            600_000,
            waitMs,
            holding,
            new TreeMap<>()));
  }

  private static Acquire asking(String id, String subAccount, List<Target> targets) {
    return new Acquire(
        "acme", null, acquire(id, subAccount, targets, 60_000, List.of()).fields(), 10_000L, null);
  }

  private List<String> both(Command... commands) {
    return feed(store, commands);
  }

  private List<String> feed(LockStore redisStore, Command... commands) {
    List<LogRecord> records = new ArrayList<>();
    for (Command command : commands) {
      records.add(record(offset + 1 + records.size(), 20, command));
    }
    return feed(redisStore, records);
  }

  /** Feeds the records; the events must equal those of the model. */
  private List<String> feed(LockStore redisStore, List<LogRecord> records) {
    FeedPosition position = new FeedPosition(offset, seq);
    Decision expected = model.decide(0, position, records);
    Decision decision = redisStore.decide(0, position, records);
    List<String> events = decision.events().stream().map(RedisFixture::json).toList();
    assertThat(events).isEqualTo(expected.events().stream().map(RedisFixture::json).toList());
    offset = records.get(records.size() - 1).offset();
    seq = decision.applied().header().seq();
    return events;
  }

  private void assertSmallCalls(int leastCalls) {
    assertThat(seen.commands)
        .hasSizeGreaterThanOrEqualTo(leastCalls)
        .allSatisfy(commands -> assertThat(commands).isLessThan(MOST_COMMANDS));
  }

  /** Counts the commands that each script call ran. */
  private static final class Seen implements ScriptSeam {
    private final List<Long> commands = new ArrayList<>();
    private long before;

    @Override
    public void before() {
      before = redis.commands();
    }

    @Override
    public void after(Object[] arguments, List<Object> reply) {
      commands.add(redis.commands() - before);
      assertThat(commands).as("calls").hasSizeLessThan(MOST_CALLS);
    }
  }
}
