package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories on the reference model alone. */
@Tag("slow")
class RandomHistoryTest {
  private static final int COMMANDS = 10_000;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void randomHistory_keepsTheInvariants(long seed) {
    check(seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("manySeeds")
  @Tag("nightly")
  void randomHistories_keepTheInvariants(long seed) {
    check(seed);
  }

  private static void check(long seed) {
    Map<String, Integer> verdicts = new HistoryRun(seed, new ReferenceLockStore()).run(COMMANDS);

    assertThat(verdicts).as("verdicts of seed=%d", seed).containsKeys("granted", "renewed");
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(1);
  }

  static Stream<Long> manySeeds() {
    return Seeds.fresh(10);
  }

  @Test
  void randomHistory_meetsEveryVerdict() {
    Map<String, Integer> verdicts = new HistoryRun(1, new ReferenceLockStore()).run(COMMANDS);

    assertThat(verdicts)
        .containsOnlyKeys(
            "granted",
            "granted after waiting",
            "granted again",
            "keptAlive",
            "more blockers than listed",
            "queued",
            "queued again",
            "rejected ACCOUNT_CLOSED",
            "rejected CONFLICT",
            "rejected DEADLOCK",
            "rejected ENDING",
            "rejected FROZEN",
            "rejected ID_CONFLICT",
            "rejected INVALID",
            "rejected LIMIT_EXCEEDED",
            "rejected NO_SESSION",
            "rejected NOT_HELD",
            "rejected NOT_HOLDER",
            "rejected PATH_GONE",
            "rejected QUEUE_FULL",
            "rejected RATE_LIMITED",
            "rejected WAIT_TIMEOUT",
            "rejected WRONG_PARTITION",
            "rejected again",
            "released CANCELLED",
            "released EXPIRED",
            "released FORCED",
            "released RELEASED",
            "released SESSION_ENDED",
            "released REPLACED",
            "released again",
            "releasedAll",
            "renewed",
            "told",
            "told where its path was moved",
            "yieldRequested")
        .allSatisfy((verdict, count) -> assertThat(count).as(verdict).isPositive());
  }

  /** Locks from before the first settings keep case in force, and it is told when they are gone. */
  @Test
  void randomHistories_tellCaseLater() {
    Map<List<Integer>, Integer> histories = new HashMap<>();
    for (long seed : new Random(1).longs(60).toArray()) {
      ReferenceLockStore store = new ReferenceLockStore();
      List<Integer> values = new ArrayList<>();
      for (LogRecord record : records(seed, 170)) {
        decide(store, List.of(record), 1);
        int value =
            Objects.requireNonNull(store.header(HistoryGenerator.PARTITION))
                .settings()
                .get(Setting.NAMES_WITHOUT_CASE);
        if (values.isEmpty() || values.get(values.size() - 1) != value) {
          values.add(value);
        }
      }
      histories.merge(values, 1, Integer::sum);
    }
    assertThat(histories).containsKeys(List.of(0), List.of(0, 1), List.of(0, 2, 1));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sameRecordsInOtherBatches_makeTheSameEventsAndState(long seed) {
    List<LogRecord> records = records(seed, 4_000);
    ReferenceLockStore atOnce = new ReferenceLockStore();
    List<String> events = decide(atOnce, records, records.size());
    assertThat(events).hasSizeGreaterThan(3_000);

    for (int largestBatch : List.of(1, 7, 500)) {
      ReferenceLockStore inPieces = new ReferenceLockStore();
      List<String> otherEvents = decide(inPieces, records, largestBatch);

      assertThat(otherEvents).as("seed=%d batches of %d", seed, largestBatch).isEqualTo(events);
      assertThat(inPieces.state(HistoryGenerator.PARTITION))
          .isEqualTo(atOnce.state(HistoryGenerator.PARTITION));
    }
  }

  @Test
  void otherSeed_isAnotherHistory() {
    assertThat(records(1, 100)).isEqualTo(records(1, 100)).isNotEqualTo(records(2, 100));
  }

  @Test
  void wrongAnswer_isReportedWithSeedStepAndRecord() {
    SideBySideStore stores =
        new SideBySideStore(new ReferenceLockStore(), new StoreWithoutReleases());

    assertThatThrownBy(() -> new HistoryRun(7, stores).run(COMMANDS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("seed=7 step=", "-Dseed=7", "LogRecord[offset=")
        .hasMessageContainingAll("expected: ", " but was: ", "command=Release[")
        .hasMessageMatching("(?s).*event \\d+ of \\d+.*");
  }

  /** A faulty store that treats every release as a tick. */
  private static final class StoreWithoutReleases implements LockStore {
    private final LockStore store = new ReferenceLockStore();

    @Override
    public Outcome decide(
        int partition,
        FeedPosition position,
        List<LogRecord> records,
        Consumer<List<EncodedEvent>> sink) {
      return store.decide(
          partition, position, records.stream().map(StoreWithoutReleases::changed).toList(), sink);
    }

    @Override
    public @Nullable String foreignIdentity(int partition) {
      return store.foreignIdentity(partition);
    }

    @Override
    public void clearHalfState(int partition) {
      store.clearHalfState(partition);
    }

    @Override
    public int setAside(int partition, String name) {
      return store.setAside(partition, name);
    }

    @Override
    public @Nullable PartitionHeader renumber(int partition, long seq, String name) {
      return store.renumber(partition, seq, name);
    }

    @Override
    public StateRestore restore(int partition, PartitionState state) {
      return store.restore(partition, state);
    }

    private static LogRecord changed(LogRecord record) {
      return record.content() instanceof Valid valid && valid.command() instanceof Release
          ? new LogRecord(
              record.offset(), record.appendedAt(), record.leaderEpoch(), new Valid(new Tick()))
          : record;
    }

    @Override
    public @Nullable PartitionHeader header(int partition) {
      return store.header(partition);
    }

    @Override
    public @Nullable Long nextDeadline(int partition) {
      return store.nextDeadline(partition);
    }

    @Override
    public List<HeldLock> locks(
        int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
      return store.locks(partition, account, under, mode, limit);
    }

    @Override
    public OwnedLocks owned(
        int partition,
        String account,
        String subAccount,
        @Nullable String session,
        byte[] after,
        int limit) {
      return store.owned(partition, account, subAccount, session, after, limit);
    }

    @Override
    public List<QueuedRequest> queue(int partition, String account, int limit) {
      return store.queue(partition, account, limit);
    }

    @Override
    public Explanation explain(
        int partition, String account, @Nullable Owner owner, List<Target> targets) {
      return store.explain(partition, account, owner, targets);
    }

    @Override
    public @Nullable PartitionState state(int partition) {
      return store.state(partition);
    }
  }

  private static List<LogRecord> records(long seed, int count) {
    return Stream.generate(new HistoryGenerator(seed)::next).limit(count).toList();
  }

  /** Feeds in batches of random size; returns every event. */
  private static List<String> decide(
      ReferenceLockStore store, List<LogRecord> records, int largestBatch) {
    Random random = new Random(largestBatch);
    List<EncodedEvent> events = new ArrayList<>();
    long offset = -1;
    int from = 0;
    while (from < records.size()) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(largestBatch));
      long seq = events.isEmpty() ? 0 : events.get(events.size() - 1).seq();
      FeedPosition position = new FeedPosition(offset, seq);
      Outcome outcome =
          store.decide(
              HistoryGenerator.PARTITION, position, records.subList(from, to), events::addAll);
      assertThat(outcome).isInstanceOf(Outcome.Applied.class);
      offset = records.get(to - 1).offset();
      from = to;
    }
    return EventText.of(events);
  }
}
