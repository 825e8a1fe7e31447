package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Few paths, few owners and ids that are used again, in calls of any size. Compares both stores and
 * the naive lists, which look at the whole queue after each end.
 */
class ContestedHistoryIT {
  private static final int PARTITION = ContestedHistory.PARTITION;
  private static final int BATCHES = 60;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void contestedHistory_isDecidedAlike(long seed) {
    compare(seed);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("manySeeds")
  @Tag("nightly")
  void contestedHistories_areDecidedAlike(long seed) {
    compare(seed);
  }

  static Stream<Long> manySeeds() {
    return Seeds.fresh(24);
  }

  private static void compare(long seed) {
    Random random = new Random(seed);
    ContestedHistory history = new ContestedHistory(seed);
    HistoryInvariants invariants = new HistoryInvariants();
    LockStore stores = new SideBySideStore(new ReferenceLockStore(), redis.store(bounds(random)));
    FeedPosition position = FeedPosition.START;
    for (int n = 0; n < BATCHES; n++) {
      List<LogRecord> batch =
          IntStream.rangeClosed(0, random.nextInt(12)).mapToObj(i -> history.next()).toList();
      Decision decision = stores.decide(PARTITION, position, batch);
      assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
      checkEvents(invariants, batch, decision.events());
      LogRecord last = batch.get(batch.size() - 1);
      PartitionState state = Objects.requireNonNull(stores.state(PARTITION));
      invariants.check(last, state);
      RedisRecount.check(redis, PARTITION, state);
      position = new FeedPosition(last.offset(), decision.applied().header().seq());
    }
  }

  private static CallBounds bounds(Random random) {
    if (random.nextInt(3) == 0) {
      return CallBounds.LEAST;
    }
    int work = List.of(1, 30, 200, 4_000).get(random.nextInt(4));
    return new CallBounds(work, 1 + random.nextInt(20), 3_000, 7, 3_000);
  }

  /** Checks each record with the events that it caused. */
  private static void checkEvents(
      HistoryInvariants invariants, List<LogRecord> batch, List<EncodedEvent> events) {
    int from = 0;
    for (LogRecord record : batch) {
      String cause =
          "\"cause\":{\"partition\":%d,\"offset\":%d}".formatted(PARTITION, record.offset());
      int to = from;
      while (to < events.size() && EventText.of(events.get(to)).contains(cause)) {
        to++;
      }
      invariants.check(record, events.subList(from, to));
      from = to;
    }
    assertThat(from).isEqualTo(events.size());
  }
}
