package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories on the store in Redis and the reference model side by side: every answer is
 * equal, and after every batch the whole state.
 */
class RandomHistoryIT {
  private static final int COMMANDS = 10_000;
  private static final int OF_EACH_BUILD = 5_000;

  /** A short history becomes so many times longer until every verdict of these was given. */
  private static final int LONGER = 8;

  private static final List<String> WANTED =
      List.of("granted", "renewed", "queued", "granted after waiting");

  /** Bounds so small that a batch takes several calls, and a record with many endings does too. */
  private static final CallBounds SMALL = new CallBounds(30, 3, 2_000, 4, 3_000);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  /** Number of commands in the longest of the histories of each build. */
  int commands() {
    return OF_EACH_BUILD;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void randomHistory_isDecidedAlikeByBothStores(long seed) {
    compare(seed, redis.store(), commands());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Tag("nightly")
  void randomHistories_areDecidedAlikeByBothStores(long seed) {
    compare(seed, redis.store(), COMMANDS);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(6);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void randomHistoryInSmallCalls_isDecidedAlikeByBothStores(long seed) {
    compare(seed, redis.store(SMALL), commands() / 2);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void randomHistoryInTheSmallestCalls_isDecidedAlikeByBothStores(long seed) {
    compare(seed, redis.store(CallBounds.LEAST), commands() / 4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  @Tag("nightly")
  void longRandomHistoryInSmallCalls_isDecidedAlikeByBothStores(long seed) {
    compare(seed, redis.store(SMALL), COMMANDS);
    redis.flush();
    compare(seed, redis.store(CallBounds.LEAST), COMMANDS);
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  private void compare(long seed, LockStore store, int commands) {
    LockStore sideBySide = new SideBySideStore(new ReferenceLockStore(), store);
    Consumer<PartitionState> recount =
        state -> RedisRecount.check(redis, HistoryGenerator.PARTITION, state);

    HistoryRun run = new HistoryRun(seed, sideBySide, recount);
    Map<String, Integer> verdicts = run.run(commands);
    // In a short history nobody's turn may have come.
    for (int n = 2; n <= LONGER && !verdicts.keySet().containsAll(WANTED); n++) {
      verdicts = run.run(n * commands);
    }

    assertThat(verdicts)
        .as("verdicts of seed=%d", seed)
        .containsKeys(WANTED.toArray(String[]::new));
  }
}
