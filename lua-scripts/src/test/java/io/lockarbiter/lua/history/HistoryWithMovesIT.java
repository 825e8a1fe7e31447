package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.HistoryGenerator.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories in which it is remembered which paths are gone, on both stores. */
class HistoryWithMovesIT {
  private static final int RECORDS = 1_500;
  private static final CallBounds SMALL = new CallBounds(30, 3, 2_000, 4, 3_000);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static int placesOfAll;

  /** More by {@code -Dlockarbiter.seeds=20}. */
  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("lockarbiter.seeds", 4));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void historyWithMoves_isDecidedAlikeByBothStores(long seed) {
    ReferenceLockStore model = new ReferenceLockStore();
    LockStore lua = redis.store(seed % 2 == 0 ? CallBounds.DEFAULT : SMALL);
    SideBySideStore both = new SideBySideStore(model, lua);
    HistoryGenerator generator = new HistoryGenerator(seed, /* withMoves= */ true);
    List<LogRecord> records = Stream.generate(generator::next).limit(RECORDS).toList();
    int gone = 0;
    int places = 0;
    for (int n = 0; n < RECORDS; n += 5) {
      for (Event event : decide(both, records.subList(n, n + 5))) {
        if (event instanceof Rejected refused && refused.reason() == RejectReason.PATH_GONE) {
          gone++;
          places += refused.movedSeq() == null ? 0 : 1;
        }
      }
      if (n % 500 == 250) {
        redis.flush();
        PartitionState state = Objects.requireNonNull(model.state(PARTITION));
        ReferenceLockStore copy = new ReferenceLockStore();
        assertThat(SideBySideStore.restored(copy.restore(PARTITION, state)))
            .isEqualTo(StateRestore.Progress.DONE);
        assertThat(SideBySideStore.restored(lua.restore(PARTITION, state)))
            .isEqualTo(StateRestore.Progress.DONE);
        model = copy;
        both = new SideBySideStore(model, lua);
      }
    }
    System.out.printf("seed=%d: %d paths gone, %d places told by memory%n", seed, gone, places);
    assertThat(gone).as("seed=%d", seed).isPositive();
    placesOfAll += places;
  }

  /** A single history may tell none. */
  @AfterAll
  static void placesWereTold() {
    assertThat(placesOfAll).isPositive();
  }

  private static List<Event> decide(LockStore store, List<LogRecord> records) {
    PartitionHeader header = store.header(PARTITION);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    Decision decision = store.decide(PARTITION, position, records);
    decision.applied();
    return decision.events().stream().map(event -> EventCodec.decode(event.value())).toList();
  }
}
