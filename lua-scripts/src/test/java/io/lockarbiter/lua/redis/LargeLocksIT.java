package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.target;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;

/**
 * Small commands, or events, stand in front of large locks: the bytes that a call reads are still
 * bounded.
 */
class LargeLocksIT {
  private static final int WIDE = Acquire.MAX_TARGETS;
  private static final int DEPTH = Acquire.MAX_TARGET_SEGMENTS / WIDE;
  private static final int PER_READ = 4;

  /** Two sub-accounts whose names in the store begin alike, in the order of these names. */
  private static final String FIRST = "u61252";

  private static final String LAST = "u19078";

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final ReferenceLockStore model = new ReferenceLockStore();
  private final List<Integer> replies = new ArrayList<>();
  private final LockStore store =
      redis.store(
          new ScriptSeam() {
            @Override
            public void after(Object[] arguments, List<Object> reply) {
              replies.add(reply.size());
            }
          }.around(redis.redisson()),
          CallBounds.DEFAULT);
  private long offset = -1;
  private long seq;

  @Test
  void largeLocksNamedInHolding_areReadInSmallCalls() {
    feed(onePartition(0));
    hold(20 * WIDE, n -> wide("h" + n));
    replies.clear();

    feed(
        20,
        n ->
            acquire(
                "a" + n,
                "u",
                List.of(target("/q" + n, Mode.READ)),
                0,
                ids("l", n * WIDE, (n + 1) * WIDE)));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void smallAcquiresUnderIdsOfLargeLocks_areRefusedInSmallCalls() {
    feed(onePartition(0));
    hold(120, n -> wide("h" + n));
    replies.clear();

    feed(120, n -> acquire("l" + n, "x", List.of(target("/q", Mode.READ)), 0, List.of()));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(10);
  }

  /**
   * Each lock is asked for twice, by the longest names: an event as large as the lock, then a
   * refusal.
   */
  @Test
  void requestsToYieldLargeLocks_areDecidedInSmallCalls() {
    int locks = 60;
    feed(onePartition(0));
    feed(1, n -> SettingsChange.NOTHING.with(Setting.RULES, Settings.NEWEST_RULES));
    hold(locks, n -> wide("h" + n));
    replies.clear();
    Owner by = new Owner("o".repeat(IdRule.MAX_BYTES), "s".repeat(IdRule.MAX_BYTES));
    String comment = "c".repeat(ForceRelease.MAX_COMMENT_BYTES);

    feed(
        2 * locks,
        n -> new Yield("y", "acme", by, null, "l" + n % locks, Settings.MAX_GRACE_MS, comment));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(locks / 2);
  }

  @Test
  void largeKeptLocks_areToldInSmallCalls() {
    int locks = 240;
    feed(onePartition(0));
    feed(locks, n -> acquire("l" + n, "u", wide("h" + n), Settings.MAX_KEEP_MS, 0, List.of()));
    replies.clear();

    feed(tick(offset + 1, 604_800_000));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(locks / 20);
  }

  @Test
  void allLargeLocksOfAMember_endInSmallCalls() {
    int locks = 240;
    feed(onePartition(0));
    hold(locks, n -> wide("h" + n));
    feed(locks / 4, n -> acquire("w" + n, "v", wide("h" + n, Mode.PUT), 60_000, List.of()));
    replies.clear();

    feed(1, n -> new ReleaseAll("r", "acme", new Owner("u", null), null));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(locks / 4);
  }

  /** The walk meets them before the one lock that it looks for. */
  @Test
  void largeLocksOfANeighbourWhoseNameBeginsAlike_areReadInSmallCalls() {
    neighbourHolds(240);
    feed(1, n -> acquire("mine", LAST, List.of(target("/mine", Mode.PUT)), 0, List.of()));
    replies.clear();

    feed(1, n -> new ReleaseAll("r", "acme", new Owner(LAST, null), null));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(10);
  }

  @Test
  void largeLocksOfANeighbourWhoseNameBeginsAlike_areNotReadForAMemberWithNothing() {
    neighbourHolds(240);
    replies.clear();

    feed(1, n -> new ReleaseAll("r", "acme", new Owner(LAST, null), null));

    assertThat(replies).as("calls").hasSize(1);
  }

  private void neighbourHolds(int locks) {
    feed(onePartition(0));
    feed(locks, n -> acquire("l" + n, FIRST, wide("h" + n), 0, List.of()));
  }

  /** Sixteen folders belonged to one lock, and each waiting request waits in all of them. */
  @Test
  void manyPathsThatAreGone_endThoseWhoWaitThereInSmallCalls() {
    feed(onePartition(0));
    feed(
        1,
        n ->
            acquire(
                "folders",
                "x",
                targets(Mode.EXCLUSIVE, IntStream.range(0, WIDE).mapToObj(f -> "/f" + f)),
                0,
                List.of()));
    int waiters = 60;
    feed(
        waiters,
        n ->
            acquire(
                "w" + n,
                "w" + n,
                IntStream.range(0, WIDE).mapToObj(f -> inFolder(f, n)).toList(),
                60_000,
                List.of()));
    replies.clear();

    feed(1, n -> new Release("r", "acme", new Owner("x", null), null, "folders", true));

    assertThat(replies).as("calls").hasSizeGreaterThanOrEqualTo(waiters / 4);
  }

  private static Target inFolder(int folder, int n) {
    int kind = (folder + n) % 9;
    return kind < 5
        ? target("/f" + folder + "/" + n, Mode.known().get(kind))
        : target(
            "/f" + folder, List.of(Mode.READ, Mode.ADD, Mode.DELETE, Mode.EXCLUSIVE).get(kind - 5));
  }

  /** Small events on a page do not show how large the events behind them are. */
  @Test
  void outbox_isReadPieceByPieceHoweverSmallItsEventsBegin() {
    feed(onePartition(0));
    int locks = 600;
    feed(locks, n -> acquire("l" + n, "u", List.of(target("/q" + n, Mode.READ)), 0, List.of()));
    long before = reads();

    feed(tick(offset + 1, 10_000_000));

    assertThat(reads() - before).isGreaterThanOrEqualTo(locks / PER_READ);
  }

  private static long reads() {
    String stats =
        redis
            .redisson()
            .getRedisNodes(RedisNodes.SINGLE)
            .getInstance()
            .info(InfoSection.COMMANDSTATS)
            .getOrDefault("cmdstat_lrange", "calls=0");
    return Long.parseLong(stats.replaceAll("calls=(\\d+).*", "$1"));
  }

  private void hold(int locks, IntFunction<List<Target>> targets) {
    feed(locks, n -> acquire("l" + n, "u", targets.apply(n), 0, List.of()));
  }

  private static List<String> ids(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> prefix + n).toList();
  }

  private static List<Target> wide(String tag) {
    return wide(tag, Mode.READ);
  }

  private static List<Target> wide(String tag, Mode mode) {
    return targets(
        mode, IntStream.range(0, WIDE).mapToObj(n -> "/" + tag + "-" + n + "/s".repeat(DEPTH - 1)));
  }

  private static List<Target> targets(Mode mode, Stream<String> paths) {
    return paths.map(path -> target(path, mode)).toList();
  }

  private static Acquire acquire(
      String id, String subAccount, List<Target> targets, long waitMs, List<String> holding) {
    return acquire(id, subAccount, targets, 600_000, waitMs, holding);
  }

  private static Acquire acquire(
      String id,
      String subAccount,
      List<Target> targets,
      long leaseMs,
      long waitMs,
      List<String> holding) {
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
            leaseMs,
            waitMs,
            holding,
            new TreeMap<>()));
  }

  private void feed(int number, IntFunction<Command> command) {
    LogRecord[] records =
        IntStream.range(0, number)
            .mapToObj(n -> record(offset + 1 + n, 20, command.apply(n)))
            .toArray(LogRecord[]::new);
    feed(records);
  }

  /** Feeds the records; the events must equal those of the model. */
  private void feed(LogRecord... records) {
    FeedPosition position = new FeedPosition(offset, seq);
    Decision expected = model.decide(0, position, List.of(records));
    Decision decision = store.decide(0, position, List.of(records));
    assertThat(decision.events().stream().map(RedisFixture::json).toList())
        .isEqualTo(expected.events().stream().map(RedisFixture::json).toList());
    offset = records[records.length - 1].offset();
    seq = decision.applied().header().seq();
  }
}
