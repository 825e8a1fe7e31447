package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts states of random histories into Redis; from there Redis decides like the model. */
class RestoredStateIT {
  private static final int PARTITION = HistoryGenerator.PARTITION;
  private static final int RECORDS = 3_000;
  private static final int RESTORED_EVERY = 200;
  private static final int RESTORED_EVERY_BY_NIGHT = 100;
  private static final int DECIDED_ON = 200;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void restoredState_isWholeAndDecidesAlike(long seed) {
    check(seed, RESTORED_EVERY);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Tag("nightly")
  void moreRestoredStates_areWholeAndDecideAlike(long seed) {
    check(seed, RESTORED_EVERY_BY_NIGHT);
  }

  private static void check(long seed, int restoredEvery) {
    HistoryGenerator generator = new HistoryGenerator(seed);
    List<LogRecord> records = Stream.generate(generator::next).limit(RECORDS + DECIDED_ON).toList();
    ReferenceLockStore model = new ReferenceLockStore();
    for (int n = 0; n < RECORDS; n++) {
      decide(model, records.get(n));
      if (n % restoredEvery == 0) {
        redis.flush();
        ReferenceLockStore copy = model.copy();
        PartitionState state = Objects.requireNonNull(copy.state(PARTITION));
        assertThat(SideBySideStore.restored(redis.store().restore(PARTITION, state)))
            .isEqualTo(StateRestore.Progress.DONE);
        SideBySideStore both = new SideBySideStore(copy, redis.store(CallBounds.DEFAULT));
        RedisRecount.check(redis, PARTITION, Objects.requireNonNull(both.state(PARTITION)));
        records.subList(n + 1, n + 1 + DECIDED_ON).forEach(record -> decide(both, record));
        RedisRecount.check(redis, PARTITION, Objects.requireNonNull(both.state(PARTITION)));
      }
    }
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(4);
  }

  private static void decide(LockStore store, LogRecord record) {
    PartitionHeader header = store.header(PARTITION);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    store.decide(PARTITION, position, List.of(record)).applied();
  }
}
