package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * At every record of random histories, with settings that change, a state rebuilt from the tail of
 * the events equals the state that deciding has led to, and decides alike from then on.
 */
@Tag("slow")
class RebuiltStateTest {
  private static final int PARTITION = HistoryGenerator.PARTITION;
  private static final int RECORDS = 800;
  private static final int DECIDED_ON = 1_000;
  private static final int DECIDED_ON_EVERY = 200;

  /**
   * Epoch ms of the last record; it is late enough that early events are older than any that a
   * rebuild needs.
   */
  private static final long LONG_TIME = 1_000_000;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void stateRebuiltAtEveryRecord_isTheSameAndDecidesAlike(long seed) {
    check(seed, records(seed));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void stateRebuiltFromTheTailOfALongTime_isTheSameAndDecidesAlike(long seed) {
    checkLong(seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Tag("nightly")
  void statesOfMoreHistories_areTheSameAndDecideAlike(long seed) {
    check(seed, records(seed));
    checkLong(seed);
  }

  private static void checkLong(long seed) {
    List<LogRecord> records = records(seed);
    // The clock of a broker may go back, to 0 even.
    long last = records.stream().mapToLong(LogRecord::appendedAt).max().orElseThrow();
    long times = 1 + LONG_TIME / last;
    check(seed, records.stream().map(record -> slower(record, times)).toList());
  }

  private static LogRecord slower(LogRecord record, long times) {
    return new LogRecord(
        record.offset(), times * record.appendedAt(), record.leaderEpoch(), record.content());
  }

  private static void check(long seed, List<LogRecord> records) {
    ReferenceLockStore store = new ReferenceLockStore();
    List<EncodedEvent> events = new ArrayList<>();
    for (int n = 0; n < RECORDS; n++) {
      events.addAll(decide(store, records, n));
      StateRebuild rebuilt = rebuild(Objects.requireNonNull(store.header(PARTITION)), events);
      String when = "seed=%d after record %d: %s".formatted(seed, n, records.get(n));

      assertThat(rebuilt.state()).as(when).isEqualTo(store.state(PARTITION));
      if (n % DECIDED_ON_EVERY == 0) {
        decideOn(rebuilt, store, records.subList(n, n + 1 + DECIDED_ON), when);
      }
    }
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(4);
  }

  private static List<LogRecord> records(long seed) {
    HistoryGenerator generator = new HistoryGenerator(seed, /* withMoves= */ seed % 2 == 0);
    return Stream.generate(generator::next).limit(RECORDS + DECIDED_ON).toList();
  }

  /** Decides the records after the first, which is decided already. */
  private static void decideOn(
      StateRebuild rebuilt, ReferenceLockStore store, List<LogRecord> records, String when) {
    ReferenceLockStore kept = store.copy();
    ReferenceLockStore restored = new ReferenceLockStore();
    assertThat(restored.restore(PARTITION, rebuilt.state()).next())
        .isEqualTo(StateRestore.Progress.DONE);
    for (int n = 1; n < records.size(); n++) {
      assertThat(EventText.of(decide(restored, records, n)))
          .as("%s%nthen %s", when, records.get(n))
          .isEqualTo(EventText.of(decide(kept, records, n)));
    }
    assertThat(restored.state(PARTITION)).as(when).isEqualTo(kept.state(PARTITION));
  }

  private static List<EncodedEvent> decide(
      ReferenceLockStore store, List<LogRecord> records, int n) {
    PartitionHeader header = store.header(PARTITION);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    return store.decide(PARTITION, position, List.of(records.get(n))).events();
  }

  /** Rebuilds from exactly the events that are young enough. */
  private static StateRebuild rebuild(PartitionHeader header, List<EncodedEvent> events) {
    StateRebuild rebuilt = new ModelRebuild(PARTITION, header);
    long since = StateRebuild.since(header);
    int first = events.size();
    while (first > 0 && EventCodec.decode(events.get(first - 1).value()).head().at() >= since) {
      first--;
    }
    events
        .subList(first, events.size())
        .forEach(each -> rebuilt.follow(EventCodec.decode(each.value()), each.lockReplyTo()));
    return rebuilt;
  }
}
